"""The engines that decide statements."""

"""Other people's code: how it is named, loaded and asked, in processes of its own."""

"""What tests share: planted mechanisms, small ledgers, fakes and readers. Nothing here is a test."""

"""What must hold: domains, metrics, measures, contracts and the statements of the five documents."""

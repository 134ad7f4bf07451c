"""The table of contents: every chapter of the ledger, in reading order."""

from proofs import (
    bounded_range,
    chord,
    composition,
    contracts,
    directed,
    documents,
    documents_noisy_top_k,
    documents_noisy_top_k_prose,
    documents_range_divergence,
    documents_zero_concentrated_divergence,
    errata,
    exponential,
    exponential_candidates_gumbel,
    exponential_mechanism,
    gumbel,
    gumbel_numbers,
    gumbel_sections,
    logarithms,
    maps,
    noise_forms,
    noise_variance,
    noisy_top_k,
    one_shot,
    peeling,
    permute_and_flip,
    permute_and_flip_odds,
    permute_and_flip_range,
    permute_and_flip_zcdp,
    pure_zcdp,
    randomness,
    range_divergence,
    report_noisy_max_gumbel,
    rho,
    samplers,
    sensitivity,
    single_index,
    softmax,
    space,
    temperature,
    tight_zcdp,
    transcription,
    zero_concentrated_divergence,
)
from proofs.ledger.ledger import Ledger

CHAPTERS = tuple(
    module.CHAPTER
    for module in (
        documents,
        transcription,
        errata,
        # What everything rests on.
        randomness,
        space,
        sensitivity,
        directed,
        maps,
        samplers,
        logarithms,
        # One selection.
        softmax,
        temperature,
        exponential,
        gumbel,
        gumbel_sections,
        gumbel_numbers,
        single_index,
        exponential_mechanism,
        permute_and_flip,
        noise_forms,
        noise_variance,
        # Many selections.
        peeling,
        one_shot,
        bounded_range,
        composition,
        # Tighter than the maps: concentration from a bounded range, and from a bounded loss.
        chord,
        rho,
        tight_zcdp,
        pure_zcdp,
        permute_and_flip_odds,
        permute_and_flip_range,
        permute_and_flip_zcdp,
        # The mechanisms and their documents.
        report_noisy_max_gumbel,
        exponential_candidates_gumbel,
        range_divergence,
        documents_range_divergence,
        zero_concentrated_divergence,
        documents_zero_concentrated_divergence,
        noisy_top_k,
        documents_noisy_top_k,
        documents_noisy_top_k_prose,
        contracts,
    )
)


def ledger() -> Ledger:
    """The whole ledger, validated."""
    return Ledger(CHAPTERS)

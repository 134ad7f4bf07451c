"""The table of contents: every chapter of the ledger, in reading order."""

from proofs.documents import exponential_candidates_gumbel as exponential_candidates_document
from proofs.documents import noisy_top_k as top_k_document
from proofs.documents import range_divergence as range_document
from proofs.documents import report_noisy_max_gumbel as report_document
from proofs.documents import shared_sections
from proofs.documents import zero_concentrated_divergence as concentrated_document
from proofs.engine.ledger.ledger import Ledger
from proofs.mechanisms import (
    directed,
    drawn,
    draws,
    exponential_candidates_gumbel,
    gumbel,
    inverse_transform,
    maps,
    peeling,
    permute_and_flip,
    range_divergence,
    report_noisy_max_gumbel,
    sampled,
    samplers,
    tight_maps,
)
from proofs.mechanisms import exponential_mechanism as sampled_exponential_mechanism
from proofs.mechanisms import verified as verified_code
from proofs.mechanisms.contracts import claims as contracts
from proofs.mechanisms.noisy_top_k import max_divergence, zero_concentrated_divergence
from proofs.mechanisms.permute_and_flip import odds, other_forms, range, zcdp
from proofs.mechanisms.tight_maps import looseness, privacy, tightness, verdicts
from proofs.theory import (
    bounded_range,
    composition,
    exponential_mechanism,
    exponential_variables,
    gumbel_max,
    logarithms,
    metrics,
    noise_variance,
    one_shot,
    softmax,
    temperature,
)
from proofs.theory import verified as verified_theory
from proofs.theory.concentration import chord, from_bounded_loss, from_bounded_range, monotonicity, rho

CHAPTERS = tuple(
    module.CHAPTER
    for module in (
        # The documents.
        report_document,
        range_document,
        concentrated_document,
        exponential_candidates_document,
        top_k_document,
        # What everything rests on.
        draws,
        metrics,
        directed,
        maps,
        samplers,
        logarithms,
        # One selection.
        softmax,
        temperature,
        exponential_variables,
        gumbel_max,
        shared_sections,
        gumbel,
        report_noisy_max_gumbel,
        exponential_candidates_gumbel,
        inverse_transform,
        exponential_mechanism,
        sampled_exponential_mechanism,
        permute_and_flip,
        other_forms,
        noise_variance,
        # Many selections.
        peeling,
        one_shot,
        bounded_range,
        composition,
        # Tighter than the maps: concentration from a bounded range, and from a bounded loss.
        chord,
        rho,
        from_bounded_range,
        from_bounded_loss,
        odds,
        range,
        zcdp,
        # The mechanisms.
        range_divergence,
        zero_concentrated_divergence,
        max_divergence,
        contracts,
        drawn,
        sampled,
        # What the proof kernel has verified of all this.
        verified_theory,
        verified_code,
        # The tight maps, and how tight every map is.
        monotonicity,
        tight_maps,
        privacy,
        tightness,
        looseness,
        verdicts,
    )
)


def ledger() -> Ledger:
    """The whole ledger, validated."""
    return Ledger(CHAPTERS)

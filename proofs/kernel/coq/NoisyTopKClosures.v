(* The two closures that make_noisy_top_k returns: what the map promises, the release keeps. *)
From Coq Require Import ZArith QArith Qreals Reals List Bool Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import SamplerLaws MaxDivergencePrivacy CoinPrograms Python EmittedSelection EmittedDirected EmittedRelease Evaluation DirectedRounding NoisyTopKMap NoisyTopKRelease.
Import ListNotations.
Open Scope R_scope.

(* P <= e^m P', where a loss that is no finite float promises nothing *)
Definition within (m : fl) (P P' : R) : Prop := match m with Fin q => P <= exp (Q2R q) * P' | Inf false => True | _ => False end.

Theorem closures_private k scale s negate monotonic x x' d_in d m S P P' :
  (0 <= k)%Z -> fl_value scale = Some s -> (0 <= s)%Q -> value d_in = Some d -> (0 <= d)%Q -> close_by d monotonic x x' ->
  eval (make_noisy_top_k_privacy_map k scale monotonic d_in) = Answer m ->
  law (make_noisy_top_k_function k scale negate x) (event S) P -> law (make_noisy_top_k_function k scale negate x') (event S) P' ->
  within m P P'.
Proof.
  intros Hk Hs Ps Hd Pd Hc Hm HP HP'.
  destruct (gives_answer _ _ _ _ (privacy_map_gives k scale s monotonic d_in Hk Hs Ps) Hm) as [d' [Hd' Pr]].
  rewrite Hd in Hd'. injection Hd' as <-. destruct (Pr Pd) as [P0 [P1 P2]]. clear Pr.
  destruct (noisy_top_k_max_divergence d monotonic x x' scale s k negate S P P' Hk Hs Hc HP HP') as [Same Bound].
  destruct (Qlt_le_dec 0 d) as [D|D].
  2: { assert (E : (d == 0)%Q) by now apply Qle_antisym. rewrite (P0 E). cbn. rewrite R_0, exp_0, (Same E). lra. }
  destruct (Qlt_le_dec 0 s) as [Sp|Sp].
  2: { assert (E : (s == 0)%Q) by now apply Qle_antisym. now rewrite (P1 D E). }
  destruct (P2 D Sp) as [r [-> [_ Hr]]]. cbn. eapply Rle_trans; [now apply Bound|].
  apply Rmult_le_compat_r.
  - rewrite (law_Ex _ _ _ (bd_event S) HP'). apply Ex_nonneg, bd_event.
  - apply exp_le. apply Qle_Rle in Hr. rewrite Q2R_mult, R_Z, Q2R_div in Hr; [exact Hr|]. intros C. rewrite C in Sp. now apply Qlt_irrefl in Sp.
Qed.

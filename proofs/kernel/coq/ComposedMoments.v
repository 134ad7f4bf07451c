(* k adaptive rounds under zero-concentrated divergence: moments multiply, so the losses add up. *)
From Coq Require Import Reals List Lia Lra.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import Probability CoinPrograms PermuteAndFlipIntegral ExponentialMechanism.
Import ListNotations.
Open Scope R_scope.

Section Rounds.
Context {X : Type} (l : list X -> list X) (P Q : list X -> X -> R) (alpha c : R).
Hypothesis HQ : forall h i, In i (l h) -> 0 < Q h i.
Hypothesis Hc : 0 <= c.
(* one round, whatever has happened before *)
Hypothesis one : forall h, lsum (fun i => Q h i * exp (alpha * ln (P h i / Q h i))) (l h) <= exp c.

(* the moment of the whole release, over all histories of k more rounds; what is left may run out *)
Fixpoint moment (k : nat) (h : list X) : R :=
  match k with
  | O => 1
  | S k => match l h with [] => 1 | _ => lsum (fun i => Q h i * exp (alpha * ln (P h i / Q h i)) * moment k (h ++ [i])) (l h) end
  end.
Theorem rounds_add k : forall h, 0 <= moment k h <= exp (INR k * c).
Proof.
  assert (One : forall k, 1 <= exp (INR k * c)).
  { intros n. rewrite <- exp_0. pose proof (pos_INR n). destruct (Req_dec (INR n * c) 0) as [->|N]; [lra|]. left. apply exp_increasing. nra. }
  induction k; intros h; cbn [moment].
  - cbn. rewrite Rmult_0_l, exp_0. lra.
  - destruct (l h) as [|a r] eqn:E1; [pose proof (One (S k)); lra|]. rewrite <- E1. clear a r E1. split.
    + assert (Z : lsum (fun _ : X => 0) (l h) = 0) by (induction (l h); cbn; lra). rewrite <- Z. apply lsum_le. intros i Hi.
      specialize (HQ h i Hi). destruct (IHk (h ++ [i])). pose proof (exp_pos (alpha * ln (P h i / Q h i))). apply Rmult_le_pos; nra.
    + rewrite S_INR. replace ((INR k + 1) * c) with (INR k * c + c) by ring. rewrite exp_plus.
      apply Rle_trans with (exp (INR k * c) * lsum (fun i => Q h i * exp (alpha * ln (P h i / Q h i))) (l h)).
      * rewrite <- lsum_scal. apply lsum_le. intros i Hi. specialize (HQ h i Hi). destruct (IHk (h ++ [i])).
        pose proof (exp_pos (alpha * ln (P h i / Q h i))). rewrite (Rmult_comm (exp (INR k * c))). apply Rmult_le_compat_l; nra.
      * apply Rmult_le_compat_l; [left; apply exp_pos|apply one].
Qed.
End Rounds.

(* What the constructors, checks, metrics and makers accept: all that they should, and nothing else. *)
From Coq Require Import ZArith QArith Qabs Qreals Reals List Bool Lia Lra Lqa.
From Coquelicot Require Import Coquelicot.
From Noisymax Require Import CoinPrograms Python EmittedSelection EmittedDirected EmittedGumbel EmittedRelease EmittedMakers Evaluation DirectedRounding PrivacyMaps NoisyTopKRelease LInfDistanceClose RangeDistanceClose MaxDivergencePrivacy Construction.
Import ListNotations.
Open Scope Q_scope.

(* ---- what it says ---- *)
Definition number_type (T : pytype) : Prop := T = TInt \/ T = TFloat \/ T = TFrac.
Definition sound_domain (domain : VectorDomain) : Prop := number_type (AtomDomain_T (VectorDomain_element_domain domain)) /\
  (AtomDomain_nan (VectorDomain_element_domain domain) = true -> AtomDomain_T (VectorDomain_element_domain domain) = TFloat) /\
  forall n, VectorDomain_size domain = Some n -> (0 <= n)%Z.
Definition belongs (domain : VectorDomain) (x : list num) : Prop := (forall n, VectorDomain_size domain = Some n -> py_len x = n) /\
  List.Forall (fun a => py_type a = AtomDomain_T (VectorDomain_element_domain domain) /\ (AtomDomain_nan (VectorDomain_element_domain domain) = false -> a <> Flt NaN)) x.
Definition distance_of (T : pytype) (d_in : num) : Prop := (py_type d_in = T \/ py_type d_in = TInt) /\ d_in <> Flt NegZero /\ exists d, value d_in = Some d /\ 0 <= d.
Definition scale_of (a : num) : option fl :=
  match a with
  | Int z => if (z <? 0)%Z || (2 ^ 1024 <=? nearest z)%Z then None else Some (Fin (inject_Z (nearest z)))
  | Flt (Fin q) => if Qle_bool 0 q then Some (Fin q) else None
  | _ => None
  end.
(* For every two places: by how much the scores move, and that the two moves differ by d at most. *)
Definition range_close_scores (d : Q) (x x' : list num) : Prop := length x = length x' /\
  (forall a b, In (a, b) (combine x x') -> exists m, move a b = Some m) /\
  forall a b a' b' m m', In (a, b) (combine x x') -> In (a', b') (combine x x') -> move a b = Some m -> move a' b' = Some m' -> m - m' <= d.

(* ---- an error, or nothing ---- *)
Lemma gives_error {A} (m : prog A) P e : gives m P e -> (forall a, ~ P a) -> eval m = Error.
Proof. unfold gives. intros G H. destruct (eval m) as [a| |]; [now contradiction (H a)|easy|easy]. Qed.
Lemma gives_answers {A} (m : prog A) P e : gives m P e -> ~ e -> exists a, eval m = Answer a /\ P a.
Proof. unfold gives. intros G H. destruct (eval m) as [a| |]; [now exists a|easy|easy]. Qed.

Lemma type_eqb_is a b : type_eqb a b = true <-> a = b.
Proof. destruct a, b; cbn; easy. Qed.
Lemma type_eqb_same a : type_eqb a a = true.
Proof. now apply type_eqb_is. Qed.

(* ---- constructors ---- *)
Theorem check_atom_type_is T : (number_type T -> eval (check_atom_type T) = Answer tt) /\ (~ number_type T -> eval (check_atom_type T) = Error).
Proof. unfold number_type, check_atom_type. destruct T; cbn; split; try easy; intros H; exfalso; (apply H || destruct H as [H|[H|H]]); auto; discriminate. Qed.
Theorem constructed_is domain : constructed domain <-> sound_domain domain.
Proof.
  destruct domain as [[T nan] size]. unfold constructed, sound_domain, AtomDomain___post_init__, VectorDomain___post_init__. cbn [VectorDomain_element_domain AtomDomain_T AtomDomain_nan VectorDomain_size eval].
  destruct (check_atom_type_is T) as [Y N]. split.
  - intros [H1 H2]. assert (NT : number_type T) by (destruct T; try (now left); try (right; now left); try (right; now right); exfalso; rewrite N in H1; try discriminate; intros [C|[C|C]]; discriminate).
    split; [easy|]. rewrite Y in H1 by easy. split.
    + intros ->. destruct T; try reflexivity; discriminate.
    + intros n ->. cbn in H2. destruct (Z.ltb_spec n 0); [discriminate|lia].
  - intros [NT [Hnan Hsize]]. rewrite Y by easy. split.
    + destruct nan; [rewrite Hnan by easy|]; reflexivity.
    + destruct size as [n|]; [|easy]. specialize (Hsize n eq_refl). cbn. destruct (Z.ltb_spec n 0); [lia|easy].
Qed.
Theorem metrics_are T : (forall monotonic, eval (LInfDistance___post_init__ (mk_LInfDistance T monotonic)) = Answer tt <-> number_type T) /\
  (eval (RangeDistance___post_init__ (mk_RangeDistance T)) = Answer tt <-> number_type T).
Proof.
  destruct (check_atom_type_is T) as [Y N]. unfold LInfDistance___post_init__, RangeDistance___post_init__. cbn [eval LInfDistance_T RangeDistance_T].
  assert (D : number_type T \/ ~ number_type T) by (unfold number_type; destruct T; auto; right; intros [C|[C|C]]; discriminate).
  destruct D as [D|D]; [rewrite (Y D)|rewrite (N D)]; split; [intros _| |intros _|]; split; easy.
Qed.

(* ---- members ---- *)
Lemma for_answers {A} (f : A -> unit -> prog unit) (Q : A -> Prop) : (forall a, Q a -> eval (f a tt) = Answer tt) -> forall l, List.Forall Q l -> eval (For l f tt) = Answer tt.
Proof. intros H. induction 1 as [|a l Ha _ IH]; cbn [For eval]; [easy|]. now rewrite (H a Ha). Qed.
Lemma atom_check_answers dom a : py_type a = AtomDomain_T dom -> (AtomDomain_nan dom = false -> a <> Flt NaN) -> eval (AtomDomain_check dom a) = Answer tt.
Proof.
  intros T N. unfold AtomDomain_check. rewrite T, type_eqb_same, <- T. destruct a as [z|[q| |b|]|q|]; try reflexivity. cbn. destruct (AtomDomain_nan dom); [easy|]. now contradiction N.
Qed.
Theorem member_is domain x : (member domain x <-> belongs domain x) /\ (~ belongs domain x -> eval (VectorDomain_check domain x) = Error).
Proof.
  pose proof (vector_check_gives domain x) as G. split; [split|].
  - intros M. exact (gives_answer _ _ _ _ G M).
  - intros [Hs Hx]. unfold member, VectorDomain_check. cbn [type_eqb negb andb].
    replace (match VectorDomain_size domain with Some v1 => negb (py_len x =? v1)%Z | None => false end) with false.
    + apply for_answers with (2 := Hx). intros a [T N]. cbn [eval]. now rewrite (atom_check_answers _ a T N).
    + destruct (VectorDomain_size domain) as [n|]; [|easy]. rewrite (Hs n eq_refl), Z.eqb_refl. easy.
  - intros H. eapply gives_error; [exact G|]. intros _ C. now apply H.
Qed.

(* ---- numbers ---- *)
Theorem check_distance_is T d_in : (distance_of T d_in -> eval (check_distance d_in T) = Answer d_in) /\ (~ distance_of T d_in -> eval (check_distance d_in T) = Error).
Proof.
  assert (Q0 : forall q, qlt q (inject_Z 0) = false <-> 0 <= q) by (intros q; unfold qlt; rewrite negb_false_iff; apply Qle_bool_iff).
  split.
  - intros [Ht [Hn [d [Hd Pd]]]].
    assert (E : (negb (type_eqb (py_type d_in) T) && negb (type_eqb (py_type d_in) TInt)) = false).
    { destruct Ht as [->| ->]; [rewrite type_eqb_same|rewrite (type_eqb_same TInt)]; cbn; [easy|]. now rewrite andb_false_r. }
    unfold check_distance. rewrite E. apply Q0 in Pd.
    destruct d_in as [z|[q| |b|]|q|]; try discriminate; try congruence; injection Hd as <-; cbn [py_type type_in existsb type_eqb orb num_isfinite fl_isfinite eval negb num_lt num_fl fl_lt fl_q copysign_num copysign fl_minus]; rewrite Pd; try reflexivity.
    cbn [Bool.eqb]. change (qlt (1 # 1) 0) with false. change (inject_Z 0) with 0 in Pd. rewrite Pd. reflexivity.
  - intros H. destruct (eval (check_distance d_in T)) as [c| |] eqn:E; [exfalso|easy|].
    + apply H. pose proof (gives_answer _ _ _ _ (check_distance_spec d_in T) E) as [-> [d [Hd Pd]]]. split; [|split; [|now exists d]].
      * unfold check_distance in E. destruct (type_eqb (py_type d_in) T) eqn:E1; [left; now apply type_eqb_is|]. destruct (type_eqb (py_type d_in) TInt) eqn:E2; [right; now apply type_eqb_is|discriminate].
      * intros ->. unfold check_distance in E. destruct (_ && _) in E; [discriminate|]. discriminate.
    + pose proof (check_distance_spec d_in T) as G. unfold Spec, gives in G. rewrite E in G. easy.
Qed.
Lemma nearest_sign z : ((z < 0)%Z -> (nearest z < 0)%Z) /\ ((0 <= z)%Z -> (0 <= nearest z)%Z).
Proof.
  unfold nearest. set (unit := (2 ^ Z.max 0 (Z.log2 (Z.abs z) - 52))%Z). assert (U : (0 < unit)%Z) by (apply Z.pow_pos_nonneg; lia).
  set (q := (Z.abs z / unit)%Z). match goal with |- context [if ?b then q else (q + 1)%Z] => set (c := if b then q else (q + 1)%Z) end. assert (Q0 : (0 <= q)%Z) by (apply Z.div_pos; lia).
  assert (Q1 : (q <= c)%Z) by (unfold c; destruct (_ || _); lia). split; intros H.
  - rewrite Z.sgn_neg by easy. assert (L : (unit <= Z.abs z)%Z).
    { unfold unit. destruct (Z.log2_spec (Z.abs z) ltac:(lia)) as [L _]. eapply Z.le_trans; [|exact L]. apply Z.pow_le_mono_r; [lia|]. pose proof (Z.log2_nonneg (Z.abs z)). lia. }
    assert (1 <= q)%Z by (apply Z.div_le_lower_bound; lia). nia.
  - destruct (Z.eq_dec z 0) as [->|N]; [easy|]. rewrite Z.sgn_pos by lia. nia.
Qed.
Theorem checked_scale_is a : eval (checked_scale a) = match scale_of a with Some f => Answer f | None => Error end.
Proof.
  assert (Sg : forall q, eval (if fl_isfinite (Fin q) then v1 <- copysign (Fin (1 # 1)) (Fin q) ;; (if fl_lt v1 (Fin (inject_Z 0)) then Fail else Ret (Fin q)) else Fail)
    = if Qle_bool 0 q then Answer (Fin q) else Error).
  { intros q. cbn [fl_isfinite copysign fl_minus eval]. change (qlt (1 # 1) 0) with false. unfold qlt. destruct (Qle_bool 0 q); reflexivity. }
  unfold checked_scale. destruct a as [z|[q| |b|]|q|]; cbn [py_type type_eqb negb andb num_float scale_of]; try reflexivity.
  - destruct (nearest_sign z) as [Neg Pos]. destruct (Z.ltb_spec z 0) as [L|L]; cbn [orb].
    + specialize (Neg L). destruct (2 ^ 1024 <=? Z.abs (nearest z))%Z; [easy|]. cbn [eval]. rewrite Sg. replace (Qle_bool 0 (inject_Z (nearest z))) with false; [easy|].
      symmetry. apply not_true_iff_false. intros C. apply Qle_bool_iff in C. change 0 with (inject_Z 0) in C. rewrite <- Zle_Qle in C. lia.
    + specialize (Pos L). rewrite Z.abs_eq by easy. destruct (2 ^ 1024 <=? nearest z)%Z; [easy|]. cbn [eval]. rewrite Sg. replace (Qle_bool 0 (inject_Z (nearest z))) with true; [easy|].
      symmetry. apply Qle_bool_iff. change 0 with (inject_Z 0). now rewrite <- Zle_Qle.
  - cbn [eval]. rewrite Sg. now destruct (Qle_bool 0 q).
Qed.
Theorem exact_scores_are x : (List.Forall score_of x -> eval (exact x) = Answer (map ex x)) /\ (~ List.Forall score_of x -> eval (exact x) = Error).
Proof.
  split; [apply exact_is|]. unfold exact. induction x as [|a x IH]; intros H; [contradiction H; constructor|]. cbn [py_map eval].
  assert (D : score_of a \/ a = Other \/ a = Flt NaN) by (unfold score_of; destruct a as [z|[q| |b|]|q|]; auto; left; split; discriminate).
  destruct D as [D|D]; [|now destruct D as [->| ->]]. rewrite (exact_score_is a D), IH; [easy|]. intros C. apply H. now constructor.
Qed.

(* ---- makers ---- *)
Definition accepted_space (domain : VectorDomain) (metric : LInfDistance) : Prop := LInfDistance_T metric = AtomDomain_T (VectorDomain_element_domain domain).
Definition scale_fits (scale : num) : Prop := scale_of scale <> None.
Definition some_candidate (domain : VectorDomain) : Prop := exists n, VectorDomain_size domain = Some n /\ n <> 0%Z.
Definition accepted_top_k (domain : VectorDomain) (metric : LInfDistance) (measure : Measure) (k : Z) (scale : num) : Prop :=
  accepted_space domain metric /\ measure <> Measure_RangeDivergence /\ (0 <= k)%Z /\ AtomDomain_nan (VectorDomain_element_domain domain) = false /\
  (forall n, VectorDomain_size domain = Some n -> (k <= n)%Z) /\ scale_fits scale.
Definition accepted_single (domain : VectorDomain) (scale : num) : Prop :=
  some_candidate domain /\ AtomDomain_nan (VectorDomain_element_domain domain) = false /\ scale_fits scale.

Lemma check_space_is domain metric : eval (check_space domain metric) = if type_eqb (LInfDistance_T metric) (AtomDomain_T (VectorDomain_element_domain domain)) then Answer tt else Error.
Proof. unfold check_space. cbn. now destruct (type_eqb _ _). Qed.
Theorem check_natural_is a : eval (check_natural a) = match a with Int k => if (k <? 0)%Z then Error else Answer tt | _ => Error end.
Proof.
  pose proof (check_natural_spec a) as G. unfold Spec, gives in G. destruct (eval (check_natural a)) as [[]| |]; [| |easy].
  - destruct G as [k [-> K]]. now destruct (Z.ltb_spec k 0); [lia|].
  - destruct a as [k|f|q|]; try easy. specialize (G k eq_refl). now destruct (Z.ltb_spec k 0); [|lia].
Qed.
Lemma check_some_candidate_is domain : eval (check_some_candidate domain) = match VectorDomain_size domain with Some n => if (n =? 0)%Z then Error else Answer tt | None => Error end.
Proof. unfold check_some_candidate. destruct (VectorDomain_size domain) as [n|]; [|easy]. now destruct (n =? 0)%Z. Qed.

Theorem make_noisy_top_k_accepts enclosed domain metric measure k scale negate :
  (accepted_top_k domain metric measure k scale -> exists M, make_noisy_top_k enclosed domain metric measure k scale negate = Answer M) /\
  (~ accepted_top_k domain metric measure k scale -> make_noisy_top_k enclosed domain metric measure k scale negate = Error).
Proof.
  unfold accepted_top_k, accepted_space, scale_fits, make_noisy_top_k. rewrite check_space_is, check_natural_is, checked_scale_is. split.
  - intros [T [Ms [K [N [Sz Sc]]]]]. rewrite (proj2 (type_eqb_is _ _) T), N. destruct (Z.ltb_spec k 0); [lia|].
    replace (match VectorDomain_size domain with Some v5 => (v5 <? k)%Z | None => false end) with false.
    2: { destruct (VectorDomain_size domain) as [n|]; [|easy]. specialize (Sz n eq_refl). symmetry. now apply Z.ltb_ge. }
    destruct (scale_of scale); [|congruence]. destruct measure; [| |congruence]; cbn; eauto.
  - intros H. destruct (type_eqb _ _) eqn:T; [apply type_eqb_is in T|easy]. destruct measure; cbn [TOP_K_MEASURES]; [| |easy].
    all: destruct (Z.ltb_spec k 0); [easy|]; cbn [check_switch type_eqb eval]; destruct (AtomDomain_nan _) eqn:N; [easy|].
    all: destruct (match VectorDomain_size domain with Some v5 => (v5 <? k)%Z | None => false end) eqn:Sz; [easy|].
    all: destruct (scale_of scale) eqn:Sc; [|easy]; exfalso; apply H; repeat (split; [easy|]); split; [|congruence]; intros n Hn; rewrite Hn in Sz; now apply Z.ltb_ge.
Qed.
Theorem make_report_noisy_max_gumbel_accepts enclosed domain metric scale optimize :
  let accepted := accepted_space domain metric /\ accepted_single domain scale /\ (optimize = [109; 97; 120]%Z \/ optimize = [109; 105; 110]%Z) in
  (accepted -> exists M, make_report_noisy_max_gumbel enclosed domain metric scale optimize = Answer M) /\
  (~ accepted -> make_report_noisy_max_gumbel enclosed domain metric scale optimize = Error).
Proof.
  unfold accepted_single, some_candidate, accepted_space, scale_fits, make_report_noisy_max_gumbel. rewrite check_space_is, check_some_candidate_is, checked_scale_is.
  assert (Fr : forall f, scale_of scale = Some f -> exists s, eval (fl_fraction f) = Answer s).
  { intros f Hf. destruct scale as [z|[q| |b|]|q|]; cbn [scale_of] in Hf; try discriminate; [destruct (_ || _) in Hf|destruct (Qle_bool 0 q) in Hf]; try discriminate; injection Hf as <-; cbn; eauto. }
  assert (Op : forall s, str_eq optimize s = true <-> optimize = s) by (intros s; unfold str_eq; destruct (list_eq_dec Z.eq_dec optimize s); split; congruence). split.
  - intros [T [[[n [Hn N0]] [N Sc]] O]]. rewrite (proj2 (type_eqb_is _ _) T), Hn, N. destruct (Z.eqb_spec n 0); [easy|]. destruct (scale_of scale) as [f|] eqn:E; [|congruence]. destruct (Fr f eq_refl) as [s ->].
    destruct O as [O|O]; rewrite (proj2 (Op _) O); cbn [eval]; [eauto|]. destruct (str_eq optimize _); cbn [eval]; eauto.
  - intros H. destruct (type_eqb _ _) eqn:T; [apply type_eqb_is in T|easy]. destruct (VectorDomain_size domain) as [n|]; [|easy]. destruct (Z.eqb_spec n 0); [easy|]. destruct (AtomDomain_nan _); [easy|].
    destruct (scale_of scale) as [f|] eqn:E; [|easy]. destruct (str_eq optimize [109; 97; 120]%Z) eqn:O1; [|destruct (str_eq optimize [109; 105; 110]%Z) eqn:O2; [|easy]].
    all: exfalso; apply H; split; [easy|]; split; [|rewrite Op in *; auto]; split; [now exists n|]; split; [easy|congruence].
Qed.
Theorem make_base_exponential_candidates_gumbel_accepts enclosed domain temperature :
  let accepted := number_type (AtomDomain_T (VectorDomain_element_domain domain)) /\ accepted_single domain temperature in
  (accepted -> exists M, make_base_exponential_candidates_gumbel enclosed domain temperature = Answer M) /\
  (~ accepted -> make_base_exponential_candidates_gumbel enclosed domain temperature = Error).
Proof.
  unfold accepted_single, some_candidate, scale_fits, make_base_exponential_candidates_gumbel. rewrite check_some_candidate_is, checked_scale_is.
  set (T := AtomDomain_T (VectorDomain_element_domain domain)). destruct (metrics_are T) as [_ R]. cbn [check_domain eval negb orb]. split.
  - intros [HT [[n [Hn N0]] [N Sc]]]. rewrite Hn, N. destruct (Z.eqb_spec n 0); [easy|]. destruct (scale_of temperature); [|congruence]. cbv zeta. fold T. rewrite (proj2 R HT). eauto.
  - intros H. destruct (VectorDomain_size domain) as [n|]; [|easy]. destruct (Z.eqb_spec n 0); [easy|]. destruct (AtomDomain_nan _); [easy|]. destruct (scale_of temperature) as [f|] eqn:E; [|easy].
    cbv zeta. fold T. destruct (check_atom_type_is T) as [_ Nt]. assert (C : ~ number_type T). { intros C. apply H. split; [easy|]. split; [now exists n|]. split; [easy|congruence]. }
    unfold RangeDistance___post_init__. cbn [eval RangeDistance_T]. now rewrite (Nt C).
Qed.

(* ---- metrics: all that is close is told to be ---- *)
Definition moved (a b c : num) : Prop := exists q m, c = Frac q /\ move a b = Some m /\ q == m.
Lemma difference_answers a b m : move a b = Some m -> exists c, eval (_difference a b) = Answer c /\ moved a b c.
Proof.
  intros Hm. apply (gives_answers _ _ False); [|easy].
  assert (Same : forall v w, qeq v w = true -> move a b = Some (v - w) -> moved a b (Frac (inject_Z 0))).
  { intros v w H E. exists (inject_Z 0), (v - w). split; [easy|]. split; [easy|]. apply Qeq_bool_iff in H. change (inject_Z 0) with 0. lra. }
  assert (Sub : forall v w v' w', v' == v -> w' == w -> move a b = Some (v - w) -> moved a b (Frac (qsub v' w'))).
  { intros v w v' w' Hv Hw E. exists (qsub v' w'), (v - w). split; [easy|]. split; [easy|]. unfold qsub. rewrite Qred_correct. lra. }
  unfold _difference, num_eq, num_lt, is_infinite.
  destruct a as [z|[q| |s|]|q|], b as [y|[r| |t|]|r|]; try discriminate;
    cbn [num_fl py_type type_eqb num_isinf fl_isinf to_fraction fl_fraction]; repeat step; auto; try discriminate;
    try (eapply Same; [eassumption|reflexivity]); try (eapply Sub; [| |reflexivity]; rewrite ?Qred_correct; reflexivity).
  all: cbn in H; cbn [move] in Hm; rewrite H in Hm; try discriminate.
  exists (inject_Z 0), 0. cbn [move]. rewrite H. now repeat split.
Qed.
Lemma zip_answers x : forall x', length x = length x' -> (forall a b, In (a, b) (combine x x') -> exists m, move a b = Some m) ->
  exists ms, eval (differences x x') = Answer ms /\ forall c, In c ms -> exists a b, In (a, b) (combine x x') /\ moved a b c.
Proof.
  unfold differences. induction x as [|a x IH]; intros [|b x'] L H; try discriminate; cbn [py_zip eval]; [exists []; easy|].
  injection L as L. destruct (H a b ltac:(now left)) as [m Hm]. destruct (difference_answers a b m Hm) as [c [-> Hc]].
  destruct (IH x' L) as [ms [-> Hms]]; [intros a' b' Hi; apply H; now right|]. exists (c :: ms). split; [easy|].
  intros c' [<-|Hi]; [exists a, b; split; [now left|easy]|]. destruct (Hms c' Hi) as [a' [b' [Hi' Hc']]]. exists a', b'. split; [now right|easy].
Qed.
Lemma qle_bool_or v w : v <= w -> qlt v w || qeq v w = true.
Proof. intros H. destruct (qlt v w) eqn:E; [easy|]. apply qlt_false in E. apply Qeq_bool_iff. lra. Qed.
Lemma num_le_answers c d_in q d : c = Frac q -> value d_in = Some d -> q <= d -> eval (num_le c d_in) = Answer true.
Proof.
  intros -> Hd H. unfold num_le. destruct d_in as [z|[r| |s|]|r|]; try discriminate; injection Hd as <-; cbn [num_fl eval fl_lt fl_eq fl_q]; now rewrite qle_bool_or.
Qed.
Lemma all_answers {A} (f : A -> prog bool) l : (forall a, In a l -> eval (f a) = Answer true) -> eval (py_all f l) = Answer true.
Proof. induction l as [|a l IH]; intros H; cbn [py_all eval]; [easy|]. rewrite (H a) by now left. apply IH. intros b Hb. apply H. now right. Qed.
Lemma one_sign_answers ms : (forall c, In c ms -> exists q, c = Frac q /\ 0 <= q) \/ (forall c, In c ms -> exists q, c = Frac q /\ q <= 0) -> eval (of_one_sign ms) = Answer true.
Proof.
  unfold of_one_sign. cbn [eval]. intros [H|H].
  - rewrite all_answers; [easy|]. intros c Hc. destruct (H c Hc) as [q [-> Hq]]. unfold num_le. cbn [num_fl eval fl_lt fl_eq fl_q]. now rewrite qle_bool_or.
  - assert (D : forall l, (forall c, In c l -> exists q, c = Frac q) -> exists b, eval (py_all (num_le (Int 0)) l) = Answer b).
    { clear. induction l as [|a l IH]; intros H; cbn [py_all eval]; [eauto|]. destruct (H a ltac:(now left)) as [q ->]. unfold num_le at 1. cbn [num_fl eval]. destruct (_ || _); [|now exists false]. apply IH. intros c Hc. apply H. now right. }
    destruct (D ms) as [b ->]; [intros c Hc; destruct (H c Hc) as [q [-> _]]; eauto|]. destruct b; [easy|]. apply all_answers. intros c Hc. destruct (H c Hc) as [q [-> Hq]].
    unfold num_le. cbn [num_fl eval fl_lt fl_eq fl_q]. now rewrite qle_bool_or.
Qed.
Lemma max_answers l : forall q d, q <= d -> (forall c, In c l -> exists r, c = Frac r /\ r <= d) -> exists r, eval (max_num_from (Frac q) l) = Answer (Frac r) /\ r <= d.
Proof.
  induction l as [|a l IH]; intros q d Hq H; cbn [max_num_from eval]; [eauto|]. destruct (H a ltac:(now left)) as [r [-> Hr]]. unfold num_lt. cbn [num_fl eval fl_lt fl_q].
  destruct (qlt q r); apply IH; auto; intros c Hc; apply H; now right.
Qed.
Lemma largest_answers ms d : 0 <= d -> (forall c, In c ms -> exists q, c = Frac q /\ Qabs q <= d) -> exists q, eval (largest_move ms) = Answer (Frac q) /\ q <= d.
Proof.
  intros Pd H. unfold largest_move. destruct ms as [|m ms]; [exists 0; easy|]. change (py_len (m :: ms) =? 0)%Z with false. cbn [eval].
  assert (D : forall l, (forall c, In c l -> exists q, c = Frac q /\ Qabs q <= d) ->
    exists r, eval (py_map (fun m => v2 <- num_le (Int 0) m ;; if v2 then Ret m else num_opp m) l) = Answer r /\ length r = length l /\ forall c, In c r -> exists q, c = Frac q /\ q <= d).
  { clear. induction l as [|a l IH]; intros H; cbn [py_map eval]; [exists []; easy|]. destruct (H a ltac:(now left)) as [q [-> Hq]]. destruct (IH ltac:(intros c Hc; apply H; now right)) as [r [-> [L Hr]]].
    unfold num_le. cbn [num_fl eval fl_lt fl_eq fl_q]. apply Qabs_Qle_condition in Hq. destruct (_ || _); cbn [eval num_opp]; eexists; (split; [reflexivity|]); (split; [cbn; now rewrite L|]);
      intros c [<-|Hc]; auto; eexists; (split; [reflexivity|]); lra. }
  destruct (D (m :: ms) H) as [r [-> [L Hr]]]. destruct r as [|c r]; [discriminate|]. cbn [py_max_num]. destruct (Hr c ltac:(now left)) as [q [-> Hq]]. apply max_answers; [easy|]. intros c Hc. apply Hr. now right.
Qed.
Theorem close_answers metric x x' d_in d : value d_in = Some d -> 0 <= d -> close_by d (LInfDistance_monotonic metric) x x' -> eval (LInfDistance_close metric x x' d_in) = Answer true.
Proof.
  intros Hd Pd [L [H Mono]]. unfold LInfDistance_close, LInfDistance_distance. unfold py_len. rewrite L, Z.eqb_refl. cbn [eval].
  destruct (zip_answers x x' L) as [ms [-> Hms]]; [intros a b Hi; destruct (H a b Hi) as [m [Hm _]]; eauto|].
  assert (E : exists b, eval (if LInfDistance_monotonic metric then v2 <- of_one_sign ms ;; Ret (negb v2) else Ret false) = Answer b /\ b = false).
  { destruct (LInfDistance_monotonic metric); [|cbn; eauto]. exists false. split; [|easy]. cbn [eval]. rewrite one_sign_answers; [easy|].
    destruct (Mono eq_refl) as [G|G]; [left|right]; intros c Hc; destruct (Hms c Hc) as [a [b [Hi [q [m [-> [Hm Eq]]]]]]]; exists q; (split; [easy|]); rewrite Eq; eauto. }
  destruct E as [b [-> ->]]. destruct (largest_answers ms d Pd) as [q [-> Hq]].
  { intros c Hc. destruct (Hms c Hc) as [a [b [Hi [q [m [-> [Hm Eq]]]]]]]. destruct (H a b Hi) as [m' [Hm' A]]. rewrite Hm in Hm'. injection Hm' as <-. exists q. split; [easy|]. now rewrite Eq. }
  now apply num_le_answers with q d.
Qed.
Lemma any_false ms : (forall c, In c ms -> exists q, c = Frac q) -> eval (py_any is_infinite ms) = Answer false.
Proof. induction ms as [|a ms IH]; intros H; cbn [py_any eval]; [easy|]. destruct (H a ltac:(now left)) as [q ->]. cbn. apply IH. intros c Hc. apply H. now right. Qed.
Lemma greatest_in l : forall q, (forall c, In c l -> exists r, c = Frac r) -> exists r, eval (max_num_from (Frac q) l) = Answer (Frac r) /\ In (Frac r) (Frac q :: l).
Proof.
  induction l as [|a l IH]; intros q H; cbn [max_num_from eval]; [exists q; split; [easy|now left]|]. destruct (H a ltac:(now left)) as [r ->]. unfold num_lt. cbn [num_fl eval fl_lt fl_q].
  destruct (qlt q r); [destruct (IH r) as [u [-> Hu]]|destruct (IH q) as [u [-> Hu]]]; try (intros c Hc; apply H; now right); exists u; (split; [easy|]); destruct Hu as [Hu|Hu]; cbn; auto.
Qed.
Lemma smallest_in l : forall q, (forall c, In c l -> exists r, c = Frac r) -> exists r, eval (min_num_from (Frac q) l) = Answer (Frac r) /\ In (Frac r) (Frac q :: l).
Proof.
  induction l as [|a l IH]; intros q H; cbn [min_num_from eval]; [exists q; split; [easy|now left]|]. destruct (H a ltac:(now left)) as [r ->]. unfold num_lt. cbn [num_fl eval fl_lt fl_q].
  destruct (qlt r q); [destruct (IH r) as [u [-> Hu]]|destruct (IH q) as [u [-> Hu]]]; try (intros c Hc; apply H; now right); exists u; (split; [easy|]); destruct Hu as [Hu|Hu]; cbn; auto.
Qed.
Theorem range_close_answers metric x x' d_in d : value d_in = Some d -> 0 <= d -> range_close_scores d x x' -> eval (RangeDistance_close metric x x' d_in) = Answer true.
Proof.
  intros Hd Pd [L [H Near]]. unfold RangeDistance_close, RangeDistance_distance. unfold py_len. rewrite L, Z.eqb_refl. cbn [eval].
  destruct (zip_answers x x' L H) as [ms [-> Hms]]. assert (Fr : forall c, In c ms -> exists q, c = Frac q) by (intros c Hc; destruct (Hms c Hc) as [a [b [_ [q [m [-> _]]]]]]; eauto).
  unfold spread. cbn [eval]. rewrite any_false by easy. destruct ms as [|c ms]; [now apply num_le_answers with (inject_Z 0) d|]. change (py_len (c :: ms) =? 0)%Z with false. cbn [eval py_max_num py_min_num].
  destruct (Fr c ltac:(now left)) as [q ->]. assert (Fr' : forall c, In c ms -> exists r, c = Frac r) by (intros c Hc; apply Fr; now right).
  destruct (greatest_in ms q Fr') as [g [-> Hg]]. destruct (smallest_in ms q Fr') as [s [-> Hs]]. cbn [num_sub eval to_fraction].
  apply num_le_answers with (qsub (Qred g) (Qred s)) d; auto. unfold qsub. rewrite !Qred_correct.
  destruct (Hms _ Hg) as [a [b [Hi [g' [m [[= <-] [Hm Eg]]]]]]]. destruct (Hms _ Hs) as [a' [b' [Hi' [s' [m' [[= <-] [Hm' Es]]]]]]]. rewrite Eg, Es. now apply (Near a b a' b').
Qed.
Theorem close_iff metric x x' d_in d : value d_in = Some d -> 0 <= d -> (close metric x x' d_in <-> close_by d (LInfDistance_monotonic metric) x x').
Proof. intros Hd Pd. split; [now apply close_is|now apply close_answers]. Qed.
Theorem range_close_iff metric x x' d_in d : value d_in = Some d -> 0 <= d -> (range_close metric x x' d_in <-> range_close_scores d x x').
Proof.
  intros Hd Pd. split; [|now apply range_close_answers]. set (goal := range_close_scores d x x').
  assert (G : gives (RangeDistance_close metric x x' d_in) (fun b => b = true -> goal) True).
  2: { intros H. now apply (gives_answer _ _ _ _ G H). }
  assert (Far : gives (num_le (Flt (Inf false)) d_in) (fun b => b = true -> goal) True).
  { unfold num_le. destruct d_in as [z|[q| |s|]|q|]; try discriminate; cbn [num_fl]; now repeat step. }
  unfold RangeDistance_close, RangeDistance_distance. apply gives_bind. step; try (step; exact Far).
  unfold differences. call (zip_gives _ _ difference_gives x x'); [|easy]. intros ms [Hl [_ [Hms Hfrom]]].
  assert (Mo : forall c, In c ms -> move_of c).
  { intros c Hc. destruct (Hfrom c Hc) as [a [b [[q [m [-> _]]]|[s ->]]]]; [left|right]; eauto. }
  call (spread_gives ms Mo); [|easy]. intros M [->|[Fr [q [-> Hq]]]]; [exact Far|].
  assert (L : gives (num_le (Frac q) d_in) (fun b => b = true -> q <= d) True).
  { unfold num_le. destruct d_in as [z|[r| |s|]|r|]; try discriminate; injection Hd as <-; cbn [num_fl]; repeat step; apply le_bool. }
  call L; [|easy]. intros b Hb E1. specialize (Hb E1).
  assert (Mv : forall a a', In (a, a') (combine x x') -> exists r m, In (Frac r) ms /\ move a a' = Some m /\ r == m).
  { intros a a' Ha. destruct (Hms a a' Ha) as [c [Hc [[r [m [-> [Hm Er]]]]|[s ->]]]]; [eauto|]. destruct (Fr _ Hc) as [? C]. discriminate. }
  split; [easy|]. split.
  - intros a b0 Ha. destruct (Mv a b0 Ha) as [_ [m [_ [Hm _]]]]. eauto.
  - intros a b0 c c' m m' Ha Hc Hm Hm'. destruct (Mv a b0 Ha) as [r [m1 [Hr [Hm1 Er]]]]. destruct (Mv c c' Hc) as [r2 [m2 [Hr2 [Hm2 Er2]]]].
    rewrite Hm in Hm1. injection Hm1 as <-. rewrite Hm' in Hm2. injection Hm2 as <-. specialize (Hq r r2 Hr Hr2). lra.
Qed.

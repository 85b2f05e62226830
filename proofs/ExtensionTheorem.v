(* Theorem 5.1.1 in closed form: a base settles its residue modulo 2k from its own size on. *)

From Coq Require Import ZArith List Lia Bool.
From Tait Require Import Statement Rows WrapsPlay Extension ExtensionChain.
Import ListNotations.
Open Scope Z_scope.

Section Extended.

  Variables k a b : Z.
  Variable times : nat.
  Hypothesis k_positive : 0 < k.
  Hypothesis a_before_b : a < b.

  Let big (f : content) (r : row) : row := extended k a b times f r.
  Let place_up (p : Z) : Z := up k a b times p.
  Let number (j : Z) : Prop := block_number times j.

  (** * The moves of an exchange

      (g to y), (h to g), (g' to h), (h' to g'), ..., (x to h''), from the last blocks to the first ones, where g and h
      are cell [offset] of a block F and of its H. When the exchange carries the complement, F and H swap roles. *)

  Definition near (offset : Z) (complement : bool) (j : Z) : Z :=
    if complement then cell_h k b times j offset else cell_f k a j offset.

  Definition far (offset : Z) (complement : bool) (j : Z) : Z :=
    if complement then cell_f k a j offset else cell_h k b times j offset.

  (** The windows in the first [blocks] blocks, the last block first. *)
  Fixpoint inner_windows (offset : Z) (complement : bool) (blocks : nat) : list Z :=
    match blocks with
    | O => []
    | S j => near offset complement (Z.of_nat j) :: far offset complement (Z.of_nat j)
               :: inner_windows offset complement j
    end.

  Definition windows (offset : Z) (complement : bool) (m : move) : list Z :=
    place_up (target m) :: inner_windows offset complement times ++ [place_up (source m)].

  Definition extend_step (s : step) : list move :=
    match s with
    | Ordinary m => [up_move k a b times m]
    | Exchanging m offset complement => chain (windows offset complement m)
    end.

  Definition extend (steps : list step) : list move := flat_map extend_step steps.

  Lemma in_windows : forall offset complement blocks z, In z (inner_windows offset complement blocks) <->
    exists j, 0 <= j < Z.of_nat blocks /\ (z = near offset complement j \/ z = far offset complement j).
  Proof.
    intros offset complement blocks z. induction blocks as [| blocks IH]; simpl.
    - split; [contradiction | intros [j [Hj _]]; lia].
    - rewrite IH. split.
      + intros [E | [E | [j [Hj E]]]].
        * exists (Z.of_nat blocks). split; [lia | left; symmetry; exact E].
        * exists (Z.of_nat blocks). split; [lia | right; symmetry; exact E].
        * exists j. split; [lia | exact E].
      + intros [j [Hj E]]. destruct (Z.eq_dec j (Z.of_nat blocks)) as [-> | N].
        * destruct E as [E | E]; [left | right; left]; symmetry; exact E.
        * right. right. exists j. split; [lia | exact E].
  Qed.

  Section Exchange.

    Variables (f : content) (r : row) (m : move) (offset : Z) (complement : bool).
    Hypothesis offset_in_range : 0 <= offset < k.
    Hypothesis x_whole : in_one_piece k a b (source m).
    Hypothesis y_whole : in_one_piece k a b (target m).
    Hypothesis is_legal : legal k r m.
    Hypothesis carries : forall c, 0 <= c < k -> r (source m + c) = Some (shown f offset complement c).

    Let pattern (c : Z) : coin := shown f offset complement c.

    Lemma near_shows : forall j c, number j -> 0 <= c < k ->
      big f r (near offset complement j + c) = Some (pattern c).
    Proof.
      intros j c Hj Hc. unfold big, near, pattern, shown. destruct complement.
      - replace (cell_h k b times j offset + c) with (cell_h k b times j (offset + c)) by (unfold cell_h; lia).
        apply extended_h; (assumption || lia).
      - replace (cell_f k a j offset + c) with (cell_f k a j (offset + c)) by (unfold cell_f; lia).
        apply extended_f; (assumption || lia).
    Qed.

    Lemma far_shows : forall j c, number j -> 0 <= c < k ->
      big f r (far offset complement j + c) = Some (other (pattern c)).
    Proof.
      intros j c Hj Hc. unfold big, far, pattern, shown. destruct complement.
      - replace (cell_f k a j offset + c) with (cell_f k a j (offset + c)) by (unfold cell_f; lia).
        rewrite extended_f by (assumption || lia). rewrite other_other. reflexivity.
      - replace (cell_h k b times j offset + c) with (cell_h k b times j (offset + c)) by (unfold cell_h; lia).
        apply extended_h; (assumption || lia).
    Qed.

    Lemma source_shows : forall c, 0 <= c < k -> big f r (place_up (source m) + c) = Some (pattern c).
    Proof.
      intros c Hc. unfold big, place_up. rewrite up_window, extended_up by assumption. apply carries, Hc.
    Qed.

    (** What all windows show afterwards. *)

    Let after : row := big (turned k offset f) (play k r m).

    Lemma turned_inside : forall c, 0 <= c < k -> turned k offset f (offset + c) = other (f (offset + c)).
    Proof. intros c Hc. unfold turned. rewrite within_true by lia. reflexivity. Qed.

    Lemma near_shows_after : forall j c, number j -> 0 <= c < k ->
      after (near offset complement j + c) = Some (other (pattern c)).
    Proof.
      intros j c Hj Hc. unfold after, big, near, pattern, shown. destruct complement.
      - replace (cell_h k b times j offset + c) with (cell_h k b times j (offset + c)) by (unfold cell_h; lia).
        rewrite extended_h, turned_inside by (assumption || lia). reflexivity.
      - replace (cell_f k a j offset + c) with (cell_f k a j (offset + c)) by (unfold cell_f; lia).
        rewrite extended_f, turned_inside by (assumption || lia). reflexivity.
    Qed.

    Lemma far_shows_after : forall j c, number j -> 0 <= c < k ->
      after (far offset complement j + c) = Some (pattern c).
    Proof.
      intros j c Hj Hc. unfold after, big, far, pattern, shown. destruct complement.
      - replace (cell_f k a j offset + c) with (cell_f k a j (offset + c)) by (unfold cell_f; lia).
        rewrite extended_f, turned_inside by (assumption || lia). reflexivity.
      - replace (cell_h k b times j offset + c) with (cell_h k b times j (offset + c)) by (unfold cell_h; lia).
        rewrite extended_h, turned_inside, other_other by (assumption || lia). reflexivity.
    Qed.

    Lemma target_shows_after : forall c, 0 <= c < k -> after (place_up (target m) + c) = Some (pattern c).
    Proof.
      intros c Hc. unfold after, big, place_up. rewrite up_window, extended_up by assumption.
      rewrite play_target by lia. replace (target m + c - target m) with c by lia. apply carries, Hc.
    Qed.

    Lemma source_free_after : forall c, 0 <= c < k -> after (place_up (source m) + c) = None.
    Proof.
      intros c Hc. unfold after, big, place_up. rewrite up_window, extended_up by assumption.
      apply play_source; (assumption || lia).
    Qed.

    Lemma windows_shifted : forall blocks first, (blocks <= times)%nat ->
      (forall c, 0 <= c < k -> after (first + c) = Some (pattern c)) ->
      shifted k (big f r) after (first :: inner_windows offset complement blocks ++ [place_up (source m)]).
    Proof.
      intros blocks. induction blocks as [| blocks IH]; intros first Le First; simpl.
      - split; [| exact source_free_after]. intros c Hc. rewrite First, source_shows by exact Hc. reflexivity.
      - assert (N : number (Z.of_nat blocks)) by (unfold number, block_number; lia).
        split; [intros c Hc; rewrite First, near_shows by assumption; reflexivity |].
        split; [intros c Hc; rewrite near_shows_after, far_shows by assumption; reflexivity |].
        apply IH; [lia |]. intros c Hc. apply far_shows_after; assumption.
    Qed.

    (** The windows are disjoint. *)

    Lemma up_apart : forall x z, in_one_piece k a b x -> In z (inner_windows offset complement times) ->
      disjoint k (place_up x) z.
    Proof.
      intros x z X Z. apply in_windows in Z. destruct Z as [j [Hj E]]. unfold disjoint, near, far in *.
      assert (F : place_up x + k <= cell_f k a j offset \/ cell_f k a j offset + k <= place_up x)
        by (unfold place_up; apply up_apart_f; assumption || lia).
      assert (H : place_up x + k <= cell_h k b times j offset \/ cell_h k b times j offset + k <= place_up x)
        by (unfold place_up; apply up_apart_h; assumption || lia).
      destruct complement, E as [-> | ->]; assumption.
    Qed.

    Lemma inner_disjoint : forall blocks, (blocks <= times)%nat ->
      ForallOrdPairs (disjoint k) (inner_windows offset complement blocks).
    Proof.
      assert (D : forall i j u v, number i -> number j -> i < j \/ (i = j /\ u <> v) ->
        disjoint k (near offset u j) (near offset v i)).
      { intros i j u v Hi Hj H. pose proof (block_fits k times k_positive i Hi) as Fi.
        pose proof (block_fits k times k_positive j Hj) as Fj.
        assert (S : i < j -> 2 * k * i + 2 * k <= 2 * k * j) by nia.
        assert (E : i = j -> 2 * k * i = 2 * k * j) by (intros ->; reflexivity).
        unfold disjoint, near, cell_f, cell_h. destruct u, v, H as [H | [H N]]; try congruence;
          try specialize (S H); try specialize (E H); lia. }
      assert (Far : forall j, far offset complement j = near offset (negb complement) j)
        by (intros j; unfold far, near; destruct complement; reflexivity).
      intros blocks. induction blocks as [| blocks IH]; intros Le; simpl; [constructor |].
      assert (N : number (Z.of_nat blocks)) by (unfold number, block_number; lia).
      assert (Later : forall u z, In z (inner_windows offset complement blocks) ->
        disjoint k (near offset u (Z.of_nat blocks)) z).
      { intros u z Z. apply in_windows in Z. destruct Z as [j [Hj E]]. rewrite Far in E.
        assert (Nj : number j) by (unfold number, block_number; lia).
        destruct E as [-> | ->]; apply D; (assumption || left; lia). }
      rewrite Far. constructor; [| constructor; [| apply IH; lia]].
      - constructor; [apply D; try assumption; right; split; [reflexivity | destruct complement; discriminate] |].
        apply Forall_forall. intros z Z. apply Later, Z.
      - apply Forall_forall. intros z Z. apply Later, Z.
    Qed.

    Lemma windows_disjoint : ForallOrdPairs (disjoint k) (windows offset complement m).
    Proof.
      assert (Last : forall l z, ForallOrdPairs (disjoint k) l -> (forall w, In w l -> disjoint k w z) ->
        ForallOrdPairs (disjoint k) (l ++ [z])).
      { intros l z H. induction H as [| w l Hw H IH]; simpl; intros Z.
        - constructor; constructor.
        - constructor; [| apply IH; intros v Hv; apply Z; right; exact Hv].
          apply Forall_app. split; [exact Hw |].
          constructor; [apply Z; left; reflexivity | constructor]. }
      unfold windows. constructor.
      - apply Forall_app. split.
        + apply Forall_forall. intros z Z. apply up_apart; assumption.
        + constructor; [| constructor]. unfold disjoint, place_up.
          apply up_disjoint; try assumption. pose proof (legal_apart k r m k_positive is_legal). lia.
      - apply Last; [apply inner_disjoint; lia |]. intros w W.
        pose proof (up_apart (source m) w x_whole W) as D. unfold disjoint in *. lia.
    Qed.

    (** Nothing changes elsewhere. *)
    Lemma elsewhere : forall p, Forall (fun x => within x k p = false) (windows offset complement m) ->
      after p = big f r p.
    Proof.
      intros p H. unfold windows in H. inversion H as [| y l Wy Wrest E]; subst.
      apply Forall_app in Wrest. destruct Wrest as [Inner Wx]. inversion Wx as [| x l Wx' _ E]; subst.
      rewrite Forall_forall in Inner.
      assert (Cells : forall j, number j ->
        within (cell_f k a j offset) k p = false /\ within (cell_h k b times j offset) k p = false).
      { intros j Hj.
        assert (Near : within (near offset complement j) k p = false)
          by (apply Inner, in_windows; exists j; split; [exact Hj | left; reflexivity]).
        assert (Far : within (far offset complement j) k p = false)
          by (apply Inner, in_windows; exists j; split; [exact Hj | right; reflexivity]).
        unfold near, far in *. destruct complement; split; assumption. }
      assert (Turned : forall c, within offset k c = false -> turned k offset f c = f c)
        by (intros c W; unfold turned; rewrite W; reflexivity).
      unfold after, big.
      destruct (place k a b times k_positive a_before_b p)
        as [[q ->] | [[j [c [Hj [Hc ->]]]] | [j [c [Hj [Hc ->]]]]]].
      - rewrite !extended_up by assumption. unfold place_up in *. rewrite within_up in Wy, Wx' by assumption.
        unfold play. rewrite Wy, Wx'. reflexivity.
      - rewrite !extended_f by assumption. rewrite Turned; [reflexivity |].
        destruct (Cells j Hj) as [W _]. revert W. unfold cell_f. split_within; (reflexivity || discriminate).
      - rewrite !extended_h by assumption. rewrite Turned; [reflexivity |].
        destruct (Cells j Hj) as [_ W]. revert W. unfold cell_h. split_within; (reflexivity || discriminate).
    Qed.

    (** The chain of an exchange does to the extended row what the exchange does to the row, and turns over its window
        in every F and H. *)
    Lemma exchange_leads : leads k (big f r) (chain (windows offset complement m)) after.
    Proof.
      apply chain_leads; [exact k_positive | exact windows_disjoint | | | | exact elsewhere].
      - intros c Hc. unfold big, place_up. rewrite up_window, extended_up by assumption. apply is_legal, Hc.
      - apply Forall_app. split.
        + apply Forall_forall. intros z Z c Hc. apply in_windows in Z. destruct Z as [j [Hj [-> | ->]]].
          * rewrite near_shows by assumption. discriminate.
          * rewrite far_shows by assumption. discriminate.
        + constructor; [| constructor]. intros c Hc. rewrite source_shows by exact Hc. discriminate.
      - apply windows_shifted; [lia | exact target_shows_after].
    Qed.

  End Exchange.

  (** * The goal *)

  (** An alternating row around the nickel at [a] and the penny at [b] still alternates with all F and H in it, when
      these alternate. *)
  Lemma extended_alternating : forall n f r,
    alternating n r -> r a = Some nickel -> r b = Some penny ->
    (forall j, 0 <= j < 2 * k -> f j = if Z.even j then penny else nickel) ->
    alternating (n + inserted k times) (big f r).
  Proof.
    intros n f r [first [c A]] Ra Rb F. exists first, c. intros p. unfold big.
    pose proof (inserted_nonneg k times k_positive) as I.
    assert (Even : Z.even (inserted k times) = true)
      by (unfold inserted; rewrite !Z.even_mul; reflexivity).
    rewrite A in Ra, Rb.
    destruct (within first (2 * n) a) eqn:Wa; [| discriminate]. apply within_iff in Wa.
    destruct (within first (2 * n) b) eqn:Wb; [| discriminate]. apply within_iff in Wb.
    assert (E : forall q, Z.even (up k a b times q - first) = Z.even (q - first)).
    { intros q. unfold up. destruct (q <=? a); [reflexivity |]. destruct (q <=? b).
      - replace (q + inserted k times - first) with (q - first + inserted k times) by lia.
        rewrite Z.even_add, Even. destruct (Z.even (q - first)); reflexivity.
      - replace (q + 2 * inserted k times - first) with (q - first + 2 * inserted k times) by lia.
        rewrite Z.even_add, Z.even_mul. destruct (Z.even (q - first)); reflexivity. }
    assert (Next : forall d j i, Z.even (d + (2 * k * j + (i + 1))) = negb (eqb (Z.even d) (Z.even i))).
    { intros d j i. rewrite !Z.even_add, !Z.even_mul. destruct (Z.even d), (Z.even i); reflexivity. }
    destruct (place k a b times k_positive a_before_b p) as [[q ->] | [[j [i [Hj [Hi ->]]]] | [j [i [Hj [Hi ->]]]]]].
    - rewrite extended_up by assumption. rewrite A, E.
      replace (within first (2 * (n + inserted k times)) (up k a b times q)) with (within first (2 * n) q);
        [reflexivity |].
      unfold up. destruct (Z.leb_spec q a); [| destruct (Z.leb_spec q b)]; split_within; reflexivity.
    - rewrite extended_f by assumption. rewrite F by exact Hi. pose proof (block_fits k times k_positive j Hj) as Fits.
      rewrite within_true by (unfold cell_f; lia).
      replace (cell_f k a j i - first) with (a - first + (2 * k * j + (i + 1))) by (unfold cell_f; lia).
      rewrite Next. destruct (Z.even (a - first)), (Z.even i), c; simpl in *; congruence.
    - rewrite extended_h by assumption. rewrite F by exact Hi. pose proof (block_fits k times k_positive j Hj) as Fits.
      rewrite within_true by (unfold cell_h; lia).
      replace (cell_h k b times j i - first) with (inserted k times + (b - first) + (2 * k * j + (i + 1)))
        by (unfold cell_h; lia).
      rewrite Next, Z.even_add, Even. destruct (Z.even (b - first)), (Z.even i), c; simpl in *; congruence.
  Qed.

  (** * All moves *)

  (** A move that spares a coin leaves it where it is. *)
  Lemma spared_stays : forall r m p c, legal k r m -> r p = Some c -> spares k m p -> play k r m p = Some c.
  Proof.
    intros r m p c L R S. rewrite <- R. apply play_stays; [exact L | rewrite R; discriminate |].
    revert S. unfold spares. split_within; [discriminate | intros _; assumption].
  Qed.

  (** A target is in one piece, as it is free and [a] and [b] are not. *)
  Lemma target_in_one_piece : forall r m c d, legal k r m -> r a = Some c -> r b = Some d ->
    in_one_piece k a b (target m).
  Proof.
    assert (T : forall r m p c, legal k r m -> r p = Some c -> within (target m) k p = false).
    { intros r m p c L R. destruct (within (target m) k p) eqn:W; [| reflexivity]. apply within_iff in W.
      destruct (L (p - target m)) as [_ Free]; [lia |].
      replace (target m + (p - target m)) with p in Free by lia. congruence. }
    intros r m c d L Ra Rb. split; eapply T; eassumption.
  Qed.

  Theorem extend_reaches : forall n steps f r,
    r a = Some nickel -> r b = Some penny -> extensible k n a b f r steps ->
    reaches k (n + inserted k times) (big f r) (extend steps).
  Proof.
    assert (Then : forall n first rest r s, leads k r first s -> reaches k n s rest -> reaches k n r (first ++ rest)).
    { intros n first. induction first as [| m first IH]; simpl; intros rest r s H R.
      - apply (reaches_same k n rest s r (same_sym _ _ H) R).
      - split; [apply H | apply (IH rest _ s); [apply H | exact R]]. }
    intros n steps. induction steps as [| s rest IH]; simpl; intros f r Ra Rb H.
    - apply extended_alternating; (assumption || apply H).
    - destruct H as [L [Sa [Sb H]]].
      assert (X : in_one_piece k a b (source (move_of s))) by (split; assumption).
      assert (Y : in_one_piece k a b (target (move_of s))) by (eapply target_in_one_piece; eassumption).
      assert (Ra' : play k r (move_of s) a = Some nickel) by (apply spared_stays; assumption).
      assert (Rb' : play k r (move_of s) b = Some penny) by (apply spared_stays; assumption).
      destruct s as [m | m offset complement]; simpl in *.
      + split; [apply extended_legal; assumption |].
        apply (reaches_same k _ _ (big f (play k r m))); [| apply IH; assumption].
        apply same_sym, extended_play; assumption.
      + destruct H as [O [C H]].
        apply (Then _ _ _ _ (big (turned k offset f) (play k r m))); [apply exchange_leads; assumption |].
        apply IH; assumption.
  Qed.

  (** Each exchange becomes 2m + 1 moves. *)
  Lemma extend_length : forall steps,
    length (extend steps) = (length steps + 2 * times * exchange_count steps)%nat.
  Proof.
    assert (Chain : forall rest y, length (chain (y :: rest)) = length rest).
    { intros rest. induction rest as [| x rest IH]; intros y; [reflexivity |].
      change (chain (y :: x :: rest)) with (Move x y :: chain (x :: rest)). simpl. f_equal. apply IH. }
    assert (Inner : forall offset complement blocks, length (inner_windows offset complement blocks) = (2 * blocks)%nat)
      by (intros offset complement blocks; induction blocks as [| blocks IH]; simpl; lia).
    intros steps. unfold exchange_count.
    induction steps as [| [m | m offset complement] rest IH]; [simpl; lia | simpl; lia |].
    change (extend (Exchanging m offset complement :: rest))
      with (chain (windows offset complement m) ++ extend rest).
    unfold windows. rewrite app_length, IH, Chain, app_length, Inner. simpl. lia.
  Qed.

End Extended.

(** * The theorem *)

Lemma extended_start : forall k n a b times, 0 < k -> 0 <= a < n -> n <= b < 2 * n ->
  same (extended k a b times unused (start n)) (start (n + inserted k times)).
Proof.
  intros k n a b times Hk Ha Hb p. pose proof (inserted_nonneg k times Hk) as I.
  destruct (place k a b times Hk ltac:(lia) p) as [[q ->] | [[j [c [Hj [Hc ->]]]] | [j [c [Hj [Hc ->]]]]]].
  - rewrite extended_up by lia. unfold up.
    destruct (Z.leb_spec q a); [| destruct (Z.leb_spec q b)]; unfold start; split_within; reflexivity.
  - pose proof (block_fits k times Hk j Hj) as Fits.
    rewrite extended_f by (assumption || lia). unfold cell_f. rewrite start_nickel by lia. reflexivity.
  - pose proof (block_fits k times Hk j Hj) as Fits.
    rewrite extended_h by (assumption || lia). unfold cell_h. rewrite start_penny by lia. reflexivity.
Qed.

(** A base of [n] and [k]: [n] moves, [k] of them exchanges, and F shows nickels only at the start. *)
Definition is_base (k n a b : Z) (steps : list step) : Prop :=
  0 <= a < n /\ n <= b < 2 * n /\
  extensible k n a b unused (start n) steps /\
  Z.of_nat (length steps) = n /\ Z.of_nat (exchange_count steps) = k.

(** Theorem 5.1.1: a base of size n, extended m times, solves size n + 2km in n + 2km moves. *)
Theorem base_settles_residue : forall k n a b steps, 0 < k -> is_base k n a b steps ->
  forall times : nat,
    solves k (n + 2 * k * Z.of_nat times) (extend k a b times steps) /\
    Z.of_nat (length (extend k a b times steps)) = n + 2 * k * Z.of_nat times.
Proof.
  intros k n a b steps Hk [Ha [Hb [E [Hl Hc]]]] times. split.
  - apply (reaches_same _ _ _ (extended k a b times unused (start n))); [apply extended_start; assumption |].
    apply extend_reaches; try lia; try exact E.
    + apply start_nickel; exact Ha.
    + apply start_penny; exact Hb.
  - rewrite extend_length. nia.
Qed.

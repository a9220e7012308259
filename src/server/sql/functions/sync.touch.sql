CREATE OR REPLACE FUNCTION sync.touch(p_group bigint, p_kind text, p_subjects bigint[], p_gone boolean)
 RETURNS void
 LANGUAGE sql
AS $function$ select sync.touch(p_group, p_kind, p_subjects, p_gone, true) $function$
;
CREATE OR REPLACE FUNCTION sync.touch(p_group bigint, p_kind text, p_subjects bigint[], p_gone boolean, p_full boolean)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare next_seq bigint;
begin
  if cardinality(p_subjects) = 0 then return; end if;
  update sync.group_head set seq = seq + 1 where group_id = p_group returning seq into next_seq;
  if next_seq is null then return; end if;
  insert into sync.member as m (group_id, subject_kind, subject_id, app_id, source_id, seq, full_seq, gone)
    select p_group, p_kind, s, h.app_id, h.source_id, next_seq, next_seq, p_gone
    from unnest(p_subjects) s, sync.group_head h where h.group_id = p_group
    on conflict (group_id, subject_kind, subject_id)
    do update set seq = excluded.seq, gone = excluded.gone, changed_at = now(),
      full_seq = case when p_full then excluded.seq else m.full_seq end;
end $function$
;

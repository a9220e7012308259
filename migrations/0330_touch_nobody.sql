-- A change that concerns nobody counted the log of its group on without an entry: who followed the group never reached its
-- end, and a device that left it stayed on the list.
create or replace function sync.touch(p_group bigint, p_people bigint[], p_gone boolean) returns void language plpgsql as $$
declare next_seq bigint;
begin
  if cardinality(p_people) = 0 then return; end if;
  update sync.group_head set seq = seq + 1 where group_id = p_group returning seq into next_seq;
  if next_seq is null then return; end if;
  insert into sync.member as m (group_id, person_id, app_id, source_id, seq, gone)
    select p_group, p, h.app_id, h.source_id, next_seq, p_gone
    from unnest(p_people) p, sync.group_head h where h.group_id = p_group
    on conflict (group_id, person_id) do update set seq = excluded.seq, gone = excluded.gone, changed_at = now();
end $$;

update sync.group_head h set seq = m.seq
  from (select h2.group_id, coalesce(max(m2.seq), 0) as seq from sync.group_head h2
    left join sync.member m2 on m2.group_id = h2.group_id group by 1) m
  where m.group_id = h.group_id and m.seq < h.seq;

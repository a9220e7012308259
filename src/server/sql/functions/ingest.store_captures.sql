CREATE OR REPLACE FUNCTION ingest.store_captures(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  first jsonb;
  further jsonb;
  fact jsonb;
  stored text;
begin
  -- What may join: a track of it is stored, or comes before it in this batch.
  select coalesce(jsonb_agg(s.fact order by s.no) filter (where not s.again), '[]'),
      coalesce(jsonb_agg(s.fact order by s.no) filter (where s.again), '[]')
    into first, further
  from (
    select g.fact, g.no, g.fact ->> 'track' is not null and (
      row_number() over (partition by g.fact ->> 'device_id', g.fact ->> 'track' order by g.no) > 1
      or (ingest.track_of(g.fact)).id is not null) as again
    from jsonb_array_elements(p_facts) with ordinality g(fact, no)
  ) s;
  stored := ingest.store_alarms(p_lane, first, p_states, p_frames);
  for fact in select g.fact from jsonb_array_elements(further) with ordinality g(fact, no) order by g.no loop
    if ingest.join_capture(fact) then
      -- A line in the log, and no fact of its own.
      perform ingest.store(p_lane, '[]', '[]', jsonb_build_array(jsonb_build_object('id', fact -> 'id', 'device_id', fact -> 'device_id',
        'kind', 7, 'identifier', fact -> 'identifier', 'upstream', true, 'bytes', fact -> 'bytes', 'at_ms', fact -> 'received_ms')));
    else
      -- The other one was seen long before: its number was given again.
      stored := concat_ws(',', stored, ingest.store_alarms(p_lane, jsonb_build_array(fact), '[]', '[]'));
    end if;
  end loop;
  return stored;
end $function$
;

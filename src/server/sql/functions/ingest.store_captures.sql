CREATE OR REPLACE FUNCTION ingest.store_captures(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  first jsonb;
  further jsonb;
  stored text;
begin
  -- What is seen again of a track that is stored, or comes before it in this batch, joins it: a line in the log, and no fact of its own.
  select jsonb_agg(s.fact order by s.no) filter (where not s.joins), jsonb_agg(s.fact order by s.no) filter (where s.joins)
    into first, further
  from (
    select g.fact, g.no, g.fact ->> 'track' is not null and (
      row_number() over (partition by g.fact ->> 'device_id', g.fact ->> 'track' order by g.no) > 1
      or ingest.track_of(g.fact) is not null) as joins
    from jsonb_array_elements(p_facts) with ordinality g(fact, no)
  ) s;
  stored := ingest.store_alarms(p_lane, coalesce(first, '[]'), p_states, p_frames || coalesce((
    select jsonb_agg(jsonb_build_object('id', g.fact -> 'id', 'device_id', g.fact -> 'device_id', 'kind', 7, 'identifier', g.fact -> 'identifier',
      'upstream', true, 'bytes', g.fact -> 'bytes', 'at_ms', g.fact -> 'received_ms')) from jsonb_array_elements(further) g(fact)), '[]'));
  perform ingest.join_capture(g.fact) from jsonb_array_elements(further) with ordinality g(fact, no) order by g.no;
  return stored;
end $function$
;

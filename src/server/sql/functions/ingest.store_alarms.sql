CREATE OR REPLACE FUNCTION ingest.store_alarms(p_lane smallint, p_facts jsonb, p_states jsonb, p_frames jsonb)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare fresh bigint[];
begin
  select array_agg(fact_id) into fresh from ingest.store(p_lane, p_facts, p_states, p_frames);
  perform ingest.raise_alarms(array_agg(e.id), array_agg((f ->> 'alarm_id')::bigint))
    from jsonb_array_elements(p_facts) f join devices.event e on e.id = (f ->> 'id')::bigint
    where (f ->> 'family')::int = 3 and e.id = any(fresh)
      and (f -> 'past' is null or e."time" > e.received_at - interval '24 hours')
    having count(*) > 0;
  return array_to_string(fresh, ',');
end $function$
;

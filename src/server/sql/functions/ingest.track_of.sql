CREATE OR REPLACE FUNCTION ingest.track_of(p_fact jsonb)
 RETURNS devices.capture
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  -- The capture of the same track, within ten minutes: cameras count their tracks from the beginning after a restart.
  select c from devices.capture c
  where c.device_id = (p_fact ->> 'device_id')::bigint and c.track = p_fact ->> 'track'
    and c.at > to_timestamp((p_fact ->> 'at_ms')::float8 / 1000) - interval '10 minutes'
    and c.at < to_timestamp((p_fact ->> 'at_ms')::float8 / 1000) + interval '10 minutes'
    and c.key <> decode(p_fact ->> 'key', 'hex')
    and (select count(*) from devices.picture p where p.device_id = c.device_id and p.at = c.at and p.key = c.key) < 16
  order by c.at desc limit 1
$function$
;

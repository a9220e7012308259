-- What is seen again of a track joins its capture or is one of its own, and is never lost: in one batch with an earlier one of the
-- same number, when it comes again with its other pictures, and where the capture has no picture yet.
drop function ingest.track_of, ingest.join_capture;

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

CREATE OR REPLACE FUNCTION ingest.join_capture(p_fact jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
declare
  g record;
  c devices.capture;
  fresh bigint;
begin
  c := ingest.track_of(p_fact);
  if c.id is null then return false; end if;
  select * into c from devices.capture d where d.at = c.at and d.device_id = c.device_id and d.key = c.key for update;
  select f.*, to_timestamp(f.at_ms / 1000) as at, decode(f.key, 'hex') as own into g
    from jsonb_to_record(p_fact) as f(id bigint, device_id bigint, track text, key text, at_ms float8, received_ms float8, score real,
      photo_file text, seen jsonb, params jsonb);
  -- Its further pictures are those of the capture that it joins; where it comes again, the first ones are there.
  update devices.picture p set at = c.at, key = c.key, name = p.name || ':' || g.key
    where p.device_id = g.device_id and p.at = g.at and p.key = g.own and not exists (select from devices.picture o
      where o.device_id = p.device_id and o.at = c.at and o.key = c.key and o.name = p.name || ':' || g.key);
  if g.photo_file is null then return true; end if;
  -- The worse of the two pictures is kept beside the better one. Its name says which report it came with, so that the same one changes nothing.
  insert into devices.picture (id, source_id, app_id, device_id, at, key, name, family, file, received_at)
    values (g.id, c.source_id, c.app_id, c.device_id, c.at, c.key, 'shot:' || g.key, 4,
      case when c.photo_file is not null and coalesce(g.score, 0) > coalesce(c.quality, 0) then c.photo_file else g.photo_file end,
      to_timestamp(g.received_ms / 1000))
    on conflict (device_id, at, key, name) do nothing returning id into fresh;
  if fresh is null or (c.photo_file is not null and coalesce(g.score, 0) <= coalesce(c.quality, 0)) then return true; end if;
  update devices.capture d set photo_file = g.photo_file, quality = g.score, params = g.params,
      sex = coalesce((g.seen ->> 'sex')::smallint, d.sex), age = coalesce((g.seen ->> 'age')::smallint, d.age),
      mask = coalesce((g.seen ->> 'mask')::boolean, d.mask), glasses = coalesce((g.seen ->> 'glasses')::boolean, d.glasses),
      colour = coalesce((g.seen ->> 'colour')::smallint, d.colour), plate = coalesce(g.seen ->> 'plate', d.plate)
    where d.at = c.at and d.device_id = c.device_id and d.key = c.key;
  return true;
end $function$
;

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

revoke all on function ingest.join_capture, ingest.track_of from public;

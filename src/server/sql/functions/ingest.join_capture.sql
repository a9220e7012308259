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

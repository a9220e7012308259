CREATE OR REPLACE FUNCTION sync.wake_devices(p_devices bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  insert into sync.device (device_id) select d from unnest(p_devices) d order by d
  on conflict (device_id) do update set wake_at = now()
$function$
;

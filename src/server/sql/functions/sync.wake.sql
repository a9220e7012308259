CREATE OR REPLACE FUNCTION sync.wake(p_groups bigint[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  insert into sync.device (device_id) select distinct device_id from sync.follow where group_id = any(p_groups) order by device_id
  on conflict (device_id) do update set wake_at = now()
$function$
;

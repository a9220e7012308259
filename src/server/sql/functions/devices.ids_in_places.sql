CREATE OR REPLACE FUNCTION devices.ids_in_places()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$ select coalesce(array_agg(d.id), '{}') from devices.device d
    where d.app_id = (select base.app_id()) and ((select base.whole_app()) or d.site_id = any((select base.site_ids())::bigint[]) or d.group_id = any((select base.group_ids())::bigint[])) $function$
;

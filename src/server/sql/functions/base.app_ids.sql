CREATE OR REPLACE FUNCTION base.app_ids()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select string_to_array(nullif(current_setting('portico.app_ids', true), ''), ',')::bigint[] $function$
;

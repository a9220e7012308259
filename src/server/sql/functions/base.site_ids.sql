CREATE OR REPLACE FUNCTION base.site_ids()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select string_to_array(nullif(current_setting('portico.site_ids', true), ''), ',')::bigint[] $function$
;

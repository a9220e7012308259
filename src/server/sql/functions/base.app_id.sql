CREATE OR REPLACE FUNCTION base.app_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('portico.app_id', true), '')::bigint $function$
;

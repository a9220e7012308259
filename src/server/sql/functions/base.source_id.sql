CREATE OR REPLACE FUNCTION base.source_id()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select nullif(current_setting('portico.source_id', true), '')::bigint $function$
;

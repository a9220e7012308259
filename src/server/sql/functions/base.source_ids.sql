CREATE OR REPLACE FUNCTION base.source_ids()
 RETURNS bigint[]
 LANGUAGE sql
 STABLE PARALLEL SAFE
AS $function$ select string_to_array(nullif(current_setting('portico.source_ids', true), ''), ',')::bigint[] $function$
;

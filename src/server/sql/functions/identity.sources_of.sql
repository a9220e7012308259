CREATE OR REPLACE FUNCTION identity.sources_of(p_type smallint, p_source bigint, p_scopes smallint[], p_chosen bigint[])
 RETURNS TABLE(everything boolean, sources bigint[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  with recursive down as (
    select p_source as id
    union select o.id from identity.organisation o join down on o.parent_id = down.id
  ), wide as (select p_scopes && array[0, 2]::smallint[] as below)
  select p_type = 0 or (p_type = 1 and (0::smallint = any(p_scopes) or (2::smallint = any(p_scopes) and p_source = 1))),
    coalesce((select array_agg(distinct s.id order by s.id) from (
      select id from down where (select below from wide)
      union select p_source where (select below from wide) or cardinality(p_scopes) = 0 or 3::smallint = any(p_scopes)
      union select c from unnest(p_chosen) c where p_type = 1 or c in (select id from down)) s), '{}')
$function$
;

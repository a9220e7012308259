CREATE OR REPLACE FUNCTION identity.role_reach(p_role bigint)
 RETURNS TABLE(points text[], every_source boolean, sources bigint[], holders bigint[])
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select coalesce((select array_agg(distinct m.permission) from identity.role_menu rm join identity.menu m on m.id = rm.menu_id where rm.role_id = r.id and m.permission is not null), '{}'),
    s.everything, s.sources,
    coalesce((select array_agg(ar.account_id) from identity.account_role ar join identity.account a on a.id = ar.account_id and a.deleted_at is null where ar.role_id = r.id), '{}')
  from identity.role r
  cross join lateral identity.sources_of(case r.source_id when 1 then 1 else 2 end::smallint, r.source_id, array[r.data_scope],
    array(select organisation_id from identity.role_organisation where role_id = r.id and r.data_scope = 1)) s
  where r.id = p_role
$function$
;

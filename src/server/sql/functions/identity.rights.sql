CREATE OR REPLACE FUNCTION identity.rights(p_accounts bigint[])
 RETURNS TABLE(account_id bigint, type smallint, role_ids bigint[], points text[], every_source boolean, sources bigint[], app_scope smallint, apps bigint[], app_sources bigint[], places jsonb)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog'
AS $function$
  select a.id, a.type, r.ids,
    case
      when k.id is not null then coalesce((select array_agg(distinct m.permission) from identity.menu m where k.state = 1 and m.permission in (select jsonb_array_elements_text(k.points))), '{}')
      when a.type = 0 then (select array_agg(distinct m.permission) from identity.menu m where m.permission is not null)
      else coalesce((select array_agg(distinct m.permission) from identity.role_menu rm join identity.menu m on m.id = rm.menu_id where rm.role_id = any(r.ids) and m.permission is not null), '{}')
    end,
    s.everything, s.sources, a.app_scope, given.apps, given.sources,
    (select jsonb_object_agg(c.app_id::text, jsonb_build_object('sites', c.site_ids::text[], 'groups', c.group_ids::text[], 'since', c.updated_at))
      from identity.account_scope c where c.account_id = a.id and a.type > 1)
  from identity.account a
  left join identity.api_key k on k.id = a.id
  cross join lateral (select coalesce(array_agg(ar.role_id order by ar.role_id), '{}') as ids, coalesce(array_agg(distinct o.data_scope) filter (where o.id is not null), '{}') as scopes
    from identity.account_role ar join identity.role o on o.id = ar.role_id where ar.account_id = a.id) r
  cross join lateral identity.sources_of(a.type, a.source_id, r.scopes,
    array(select ro.organisation_id from identity.role o join identity.role_organisation ro on ro.role_id = o.id where o.id = any(r.ids) and o.data_scope = 1)) s
  cross join lateral (select coalesce(array_agg(p.id order by p.id), '{}') as apps, coalesce(array_agg(p.source_id order by p.id), '{}') as sources
    from identity.account_app x join applications.application p on p.id = x.app_id and p.deleted_at is null where x.account_id = a.id) given
  where a.id = any(p_accounts)
$function$
;

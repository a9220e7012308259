-- Reach: what an account may do, whose rows it sees and which applications it enters, computed in one place for
-- sessions and for whoever judges a change to it.

-- "All applications" is a value of its own. An empty list of applications is no application.
alter table identity.account add column app_scope smallint not null default 0 check (app_scope in (0, 1));
update identity.account a set app_scope = 1
  where a.type not in (4, 5) and not a.machine and not exists (select from identity.account_app x where x.account_id = a.id);
-- A role made without a scope sees its own organisation, not all.
alter table identity.role alter column data_scope set default 3;

-- Organisations that an account of this type and organisation sees by these scopes: 0 all, 1 chosen, 2 own and below, 3 own.
-- Platform staff may be given all; others never see beyond their own organisation and those below it. No scope is the own one.
create function identity.sources_of(p_type smallint, p_source bigint, p_scopes smallint[], p_chosen bigint[])
returns table (everything boolean, sources bigint[])
language sql stable security definer set search_path = pg_catalog as $$
  with recursive down as (
    select p_source as id
    union select o.id from identity.organisation o join down on o.parent_id = down.id
  ), wide as (select p_scopes && array[0, 2]::smallint[] as below)
  select p_type = 0 or (p_type = 1 and (0::smallint = any(p_scopes) or (2::smallint = any(p_scopes) and p_source = 1))),
    coalesce((select array_agg(distinct s.id order by s.id) from (
      select id from down where (select below from wide)
      union select p_source where (select below from wide) or cardinality(p_scopes) = 0 or 3::smallint = any(p_scopes)
      union select c from unnest(p_chosen) c where p_type = 1 or c in (select id from down)) s), '{}')
$$;

-- What accounts may do now, with the changes of the transaction that asks. A key holds its own points in its own application.
create function identity.rights(p_accounts bigint[])
returns table (account_id bigint, type smallint, role_ids bigint[], points text[], every_source boolean, sources bigint[], app_scope smallint, apps bigint[], app_sources bigint[])
language sql stable security definer set search_path = pg_catalog as $$
  select a.id, a.type, r.ids,
    case
      when k.id is not null then coalesce((select array_agg(distinct m.permission) from identity.menu m where k.state = 1 and m.permission in (select jsonb_array_elements_text(k.points))), '{}')
      when a.type = 0 then (select array_agg(distinct m.permission) from identity.menu m where m.permission is not null)
      else coalesce((select array_agg(distinct m.permission) from identity.role_menu rm join identity.menu m on m.id = rm.menu_id where rm.role_id = any(r.ids) and m.permission is not null), '{}')
    end,
    s.everything, s.sources, a.app_scope, given.apps, given.sources
  from identity.account a
  left join identity.api_key k on k.id = a.id
  cross join lateral (select coalesce(array_agg(ar.role_id order by ar.role_id), '{}') as ids, coalesce(array_agg(distinct o.data_scope) filter (where o.id is not null), '{}') as scopes
    from identity.account_role ar join identity.role o on o.id = ar.role_id where ar.account_id = a.id) r
  cross join lateral identity.sources_of(a.type, a.source_id, r.scopes,
    array(select ro.organisation_id from identity.role o join identity.role_organisation ro on ro.role_id = o.id where o.id = any(r.ids) and o.data_scope = 1)) s
  cross join lateral (select coalesce(array_agg(p.id order by p.id), '{}') as apps, coalesce(array_agg(p.source_id order by p.id), '{}') as sources
    from identity.account_app x join applications.application p on p.id = x.app_id and p.deleted_at is null where x.account_id = a.id) given
  where a.id = any(p_accounts)
$$;

-- What a role holds, with the organisations that an account of the role's own organisation would see by it, and who has it.
create function identity.role_reach(p_role bigint)
returns table (points text[], every_source boolean, sources bigint[], holders bigint[])
language sql stable security definer set search_path = pg_catalog as $$
  select coalesce((select array_agg(distinct m.permission) from identity.role_menu rm join identity.menu m on m.id = rm.menu_id where rm.role_id = r.id and m.permission is not null), '{}'),
    s.everything, s.sources,
    coalesce((select array_agg(ar.account_id) from identity.account_role ar join identity.account a on a.id = ar.account_id and a.deleted_at is null where ar.role_id = r.id), '{}')
  from identity.role r
  cross join lateral identity.sources_of(case r.source_id when 1 then 1 else 2 end::smallint, r.source_id, array[r.data_scope],
    array(select organisation_id from identity.role_organisation where role_id = r.id and r.data_scope = 1)) s
  where r.id = p_role
$$;

grant create on schema identity to rt_engine;
alter function identity.sources_of owner to rt_engine;
alter function identity.rights owner to rt_engine;
alter function identity.role_reach owner to rt_engine;
revoke create on schema identity from rt_engine;
revoke all on function identity.sources_of, identity.rights, identity.role_reach from public;
grant execute on function identity.rights, identity.role_reach to rt_engine, rt_platform, rt_source, rt_scope, rt_app;
grant execute on function identity.sources_of to rt_engine;

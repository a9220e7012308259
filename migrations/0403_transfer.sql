-- An application goes to another organisation with everything that is stamped with its owner; the audit says what was, and stays.
alter table applications.application add column transferred_at timestamptz;
create index application_transferred on applications.application (transferred_at) where transferred_at is not null;

-- Stamps every row of the application with its owner, in every table that has both: a table added later is included.
create function applications.stamp(p_app bigint) returns bigint language plpgsql security definer set search_path = pg_catalog as $$
declare
  own bigint := (select source_id from applications.application where id = p_app);
  found record;
  n bigint;
  stamped bigint := 0;
begin
  for found in
    select format('%I.%I', s.nspname, c.relname) as name from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and (s.nspname, c.relname) not in (('audit', 'entry'), ('applications', 'application'))
      and 2 = (select count(*) from pg_attribute a where a.attrelid = c.oid and a.attname in ('app_id', 'source_id') and not a.attisdropped)
    order by 1
  loop
    execute format('update %s set source_id = $2 where app_id = $1 and source_id is distinct from $2', found.name) using p_app, own;
    get diagnostics n = row_count;
    stamped := stamped + n;
  end loop;
  update applications.review set source_id = own where application_id = p_app and source_id <> own;
  return stamped;
end $$;

create function applications.hand_over(p_app bigint, p_to bigint) returns bigint language sql security definer set search_path = pg_catalog as $$
  update applications.application set source_id = p_to, transferred_at = now() where id = p_app;
  select applications.stamp(p_app);
$$;

-- Accounts of the owner of before lose the application, and secrets of programs are replaced by ones that nobody knows.
create function identity.hand_over(p_app bigint, p_to bigint) returns void language sql security definer set search_path = pg_catalog as $$
  delete from identity.account_app x using identity.account a, identity.organisation o
    where x.app_id = p_app and a.id = x.account_id and not a.machine and a.source_id <> p_to and o.id = a.source_id and o.kind <> 0;
  update identity.account a set source_id = p_to from identity.api_key k where k.id = a.id and k.app_id = p_app;
  update identity.api_key set secret_hash = sha256(decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex')),
    old_secret_hash = null, old_secret_until = null, rev = rev + 1 where app_id = p_app;
  update identity.session s set revoked_at = coalesce(revoked_at, now()), revoke_reason = coalesce(revoke_reason, 'transferred'),
    source_id = p_to from identity.api_key k where k.app_id = p_app and s.account_id = k.id;
$$;

-- Callbacks lead to the systems of the owner of before.
create function callbacks.switch_off(p_app bigint, p_reason text) returns void language sql security definer set search_path = pg_catalog as $$
  update callbacks.callback set state = 0, disabled_reason = p_reason, rev = rev + 1 where app_id = p_app and state = 1;
$$;

create function service.hand_over(p_app bigint, p_to bigint) returns void language sql security definer set search_path = pg_catalog as $$
  update service.ticket_step s set source_id = p_to from service.ticket t where t.id = s.ticket_id and t.app_id = p_app;
$$;

grant create on schema applications, identity, callbacks, service to rt_engine;
alter function applications.stamp owner to rt_engine;
alter function applications.hand_over owner to rt_engine;
alter function identity.hand_over owner to rt_engine;
alter function callbacks.switch_off owner to rt_engine;
alter function service.hand_over owner to rt_engine;
revoke create on schema applications, identity, callbacks, service from rt_engine;
revoke all on function applications.stamp, applications.hand_over, identity.hand_over, callbacks.switch_off, service.hand_over from public;
grant execute on function applications.hand_over, identity.hand_over, callbacks.switch_off, service.hand_over to rt_platform;
grant execute on function applications.stamp to rt_engine;

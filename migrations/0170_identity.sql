-- Identity, complete: brands, codes by SMS, social accounts, second factors, policies, and scopes of several organisations.

-- A role for who may see more than one organisation and not all: the same wall, with a list in place of one equality.
do $$ begin
  if not exists (select from pg_roles where rolname = 'rt_scope') then create role rt_scope nologin; end if;
  grant rt_scope to current_user;
end $$;
create function base.source_ids() returns bigint[] language sql stable parallel safe
  as $$ select string_to_array(nullif(current_setting('portico.source_ids', true), ''), ',')::bigint[] $$;

-- What base.protect() gives to the other roles, for this one: reading, and writing where platform staff write.
create function base.protect_scope(target regclass) returns void language plpgsql as $$
declare
  has_source boolean := exists (select from pg_attribute where attrelid = target and attname = 'source_id' and not attisdropped);
  has_app boolean := exists (select from pg_attribute where attrelid = target and attname = 'app_id' and not attisdropped);
begin
  execute format('grant usage on schema %I to rt_scope', (select n.nspname from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.oid = target));
  if has_source then
    execute format('grant select on %s to rt_scope', target);
    execute format('create policy scope on %s to rt_scope using (source_id = any((select base.source_ids())::bigint[])) with check (source_id = any((select base.source_ids())::bigint[]))', target);
  elsif not has_app then
    execute format('grant select on %s to rt_scope', target);
    execute format('create policy scope_readers on %s for select to rt_scope using (true)', target);
  end if;
end $$;

do $$ declare target regclass; begin
  for target in
    select c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity and n.nspname not like 'pg\_%'
      and has_table_privilege('rt_source', c.oid, 'select') and c.oid not in ('identity.account_role'::regclass, 'identity.account_app'::regclass)
  loop
    perform base.protect_scope(target);
  end loop;
end $$;
grant usage on schema base to rt_scope;
grant insert, update, delete on identity.account, identity.role, applications.application, devices.device to rt_scope;

-- Whose an account's roles and applications are is known by the account.
grant select, insert, update, delete on identity.account_role, identity.account_app to rt_scope;
create policy scope on identity.account_role to rt_scope
  using (exists (select from identity.account a where a.id = account_id)) with check (exists (select from identity.account a where a.id = account_id));
create policy scope on identity.account_app to rt_scope
  using (exists (select from identity.account a where a.id = account_id)) with check (exists (select from identity.account a where a.id = account_id));
grant insert, update, delete on identity.role_menu to rt_scope;
create policy scope_writes on identity.role_menu to rt_scope
  using (exists (select from identity.role r where r.id = role_id)) with check (exists (select from identity.role r where r.id = role_id));

-- Whoever changes something says so.
grant usage on schema engine, audit to rt_scope;
grant insert on engine.outbox to rt_scope;
create policy emit_scope on engine.outbox for insert to rt_scope with check (true);
grant update on engine.head to rt_scope;
create policy bump_scope on engine.head for update to rt_scope using (true) with check (true);
grant insert (id, at, actor_id, actor_name, source_id, app_id, ip, request_id, action, object, object_id, object_name, changes, reason) on audit.entry to rt_scope;
create policy write_scope on audit.entry for insert to rt_scope with check (true);

-- Tables made from now on are behind this wall too.
alter function base.protect(regclass, boolean) rename to protect_tables;
create function base.protect(target regclass, p_engine_only boolean default false) returns void language plpgsql as $$
begin
  perform base.protect_tables(target, p_engine_only);
  if not p_engine_only then perform base.protect_scope(target); end if;
end $$;
create or replace function base.staff_writes(target regclass) returns void language plpgsql as $$
begin
  execute format('grant insert, update, delete on %s to rt_platform, rt_scope', target);
  execute format('create policy staff on %s to rt_platform using (true) with check (true)', target);
end $$;

-- Sessions: ended in the transaction that gives the reason.
grant update on identity.session to rt_platform, rt_scope;
create policy staff on identity.session for update to rt_platform using (true) with check (true);
alter table identity.session
  add column way smallint not null default 1,
  add column proved_at timestamptz not null default now(),
  add column last_seen_at timestamptz not null default now();

-- The face of an organisation: a row for each that has one. `code` stands in addresses and never changes.
create table identity.brand (
  id bigint primary key,
  rev int not null default 1,
  source_id bigint not null unique references identity.organisation,
  code text not null unique,
  name text not null,
  title text not null,
  logo text,
  footer text,
  company_name text not null,
  accent text,
  icp text,
  service_phone text,
  state smallint not null default 1,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint
);
select base.protect('identity.brand'), base.staff_writes('identity.brand');
revoke insert, update, delete on identity.brand from rt_source;

-- Which organisations a role with a chosen scope sees.
create table identity.role_organisation (
  role_id bigint not null references identity.role on delete cascade,
  organisation_id bigint not null references identity.organisation on delete cascade,
  primary key (role_id, organisation_id)
);
create index role_organisation_organisation on identity.role_organisation (organisation_id);
select base.protect('identity.role_organisation');
grant insert, update, delete on identity.role_organisation to rt_source, rt_scope;
create policy own on identity.role_organisation to rt_source
  using (exists (select from identity.role r where r.id = role_id)) with check (exists (select from identity.role r where r.id = role_id));
create policy scope_writes on identity.role_organisation to rt_scope
  using (exists (select from identity.role r where r.id = role_id)) with check (exists (select from identity.role r where r.id = role_id));

-- Three administrators who watch each other: nobody holds two of them.
alter table identity.role add column duty text check (duty in ('system', 'security', 'audit'));
create unique index role_duty on identity.role (source_id, duty) where duty is not null;

-- What an organisation asks of its people. No row: nothing beyond a password.
create table identity.policy (
  source_id bigint primary key references identity.organisation,
  factor_mode smallint not null default 0 check (factor_mode in (0, 1, 2)),
  factor_roles bigint[] not null default '{}',
  idle_minutes int not null default 0 check (idle_minutes between 0 and 1440),
  updated_at timestamptz not null default now(), updated_by bigint
);
select base.protect('identity.policy'), base.staff_writes('identity.policy');

-- Second factors: 1 TOTP, 2 passkey, 3 recovery code.
create table identity.factor (
  id bigint primary key,
  account_id bigint not null references identity.account on delete cascade,
  kind smallint not null check (kind in (1, 2, 3)),
  name text,
  secret_sealed bytea,
  last_step bigint,
  code_index bytea,
  credential_id text unique,
  public_key bytea,
  counter bigint,
  transports text[],
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index factor_account on identity.factor (account_id, kind);
create unique index factor_one_totp on identity.factor (account_id) where kind = 1;
select base.protect('identity.factor', true);
-- Administrators see whether there are any, and take them away from whoever lost them; never what they are.
grant select (id, account_id, kind), delete on identity.factor to rt_source, rt_platform, rt_scope;
create policy reset on identity.factor to rt_source, rt_platform, rt_scope
  using (exists (select from identity.account a where a.id = account_id)) with check (false);

create table identity.challenge (
  challenge text primary key,
  account_id bigint not null references identity.account on delete cascade,
  purpose text not null,
  until timestamptz not null
);
create index challenge_account on identity.challenge (account_id);
select base.protect('identity.challenge', true);

-- Codes sent to phones, as keyed digests: bound to phone, purpose and brand.
create table identity.sms_code (
  phone_index bytea not null,
  purpose text not null,
  brand text not null,
  code_index bytea not null,
  tries int not null default 0,
  until timestamptz not null,
  primary key (phone_index, purpose, brand)
);
select base.protect('identity.sms_code', true);

-- Accounts elsewhere that sign in here; what they are called there is found by a keyed digest.
create table identity.social_link (
  id bigint primary key,
  account_id bigint not null references identity.account on delete cascade,
  provider text not null,
  subject_index bytea not null,
  created_at timestamptz not null default now(),
  unique (provider, subject_index), unique (account_id, provider)
);
select base.protect('identity.social_link', true);
create table identity.social_state (
  state text primary key,
  provider text not null,
  brand text not null,
  browser bytea not null,
  account_id bigint references identity.account on delete cascade,
  until timestamptz not null
);
create index social_state_account on identity.social_state (account_id);
select base.protect('identity.social_state', true);

-- What was removed and can still be undone: for ten minutes, sealed, by who removed it. Whoever removes a row keeps it here
-- in the same transaction; nobody but the engine reads it.
create table engine.removal (
  id bigint primary key,
  -- What was removed with one act: shown, and undone, as one.
  together text not null,
  noun text not null,
  row_id bigint not null,
  user_id bigint not null,
  app_id bigint,
  name_sealed bytea not null,
  kept_sealed bytea not null,
  removed_at timestamptz not null,
  until timestamptz not null
);
create index removal_of on engine.removal (user_id, until);
create index removal_over on engine.removal (until);
select base.protect('engine.removal', true);
grant insert on engine.removal to rt_platform, rt_source, rt_scope, rt_app;
create policy keep_platform on engine.removal for insert to rt_platform with check (true);
create policy keep_source on engine.removal for insert to rt_source with check (true);
create policy keep_scope on engine.removal for insert to rt_scope with check (true);
create policy keep_app on engine.removal for insert to rt_app with check (app_id = (select base.app_id()));

-- Takes what one user removed last, while it may be undone; a transaction that fails gives it back.
create function engine.take_removal(p_noun text, p_row bigint, p_user bigint, p_now timestamptz) returns table (id bigint, kept_sealed bytea)
language sql security definer set search_path = pg_catalog as $$
  delete from engine.removal r where r.id = (
    select l.id from engine.removal l where l.noun = p_noun and l.row_id = p_row and l.user_id = p_user and l.until > p_now
    order by l.id desc limit 1 for update)
  returning r.id, r.kept_sealed
$$;
grant create on schema engine to rt_engine;
alter function engine.take_removal owner to rt_engine;
revoke create on schema engine from rt_engine;
revoke all on function engine.take_removal from public;
grant execute on function engine.take_removal to rt_engine, rt_platform, rt_source, rt_scope, rt_app;

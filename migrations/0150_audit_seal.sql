-- The audit as a chain: each row is sealed after its commit, in order, with a digest over itself and all before it.
-- Nobody who serves requests changes a row, and nobody who seals changes one that is sealed.

drop policy engine on audit.entry;
revoke insert, update, delete on audit.entry from rt_engine;
revoke insert on audit.entry from rt_app, rt_source, rt_platform;
-- A row comes unsealed; its place in the chain is the sealer's alone.
grant insert (id, at, actor_id, actor_name, source_id, app_id, ip, request_id, action, object, object_id, object_name, changes, reason)
  on audit.entry to rt_app, rt_source, rt_platform, rt_engine;
grant update (seq, chain), delete on audit.entry to rt_engine;
create policy engine_reads on audit.entry for select to rt_engine using (true);
create policy engine_writes on audit.entry for insert to rt_engine with check (true);
create policy engine_seals on audit.entry for update to rt_engine using (seq is null) with check (seq is not null and chain is not null);
create policy engine_retires on audit.entry for delete to rt_engine using (seq is not null and at < now() - interval '3 years');

-- Read by time, by whoever may.
drop index audit.entry_app;
create index entry_app on audit.entry (app_id, at desc, id desc);
create index entry_source on audit.entry (source_id, at desc, id desc);
create index entry_at on audit.entry (at desc, id desc);

-- Where the chain ends. Locked by the one sealer, touched by no business transaction.
create table audit.head (
  one boolean primary key default true check (one),
  seq bigint not null,
  chain bytea not null
);
insert into audit.head (seq, chain) values (0, decode(repeat('00', 32), 'hex'));
select base.protect('audit.head', true);
revoke insert, delete on audit.head from rt_engine;

-- Signed statements of how far the chain had come and what it was then; copied off the database as they are made.
create table audit.anchor (
  no bigint primary key,
  at timestamptz not null,
  seq bigint not null,
  chain bytea not null,
  signature bytea not null
);
select base.protect('audit.anchor', true);
revoke update, delete on audit.anchor from rt_engine;

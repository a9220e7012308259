-- A known word, sealed with the master secret at the first start: a process that was given another secret cannot open it and
-- does not start, instead of sealing rows that nobody else can read.
create table engine.key_check (
  single boolean primary key default true check (single),
  sealed bytea not null
);
select base.protect('engine.key_check', true);

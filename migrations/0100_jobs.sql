-- Jobs that people start and come back to: what an import did, row by row. A batch of rows and the job's own step
-- are one transaction, so the roles that write rows also step the job.

alter table engine.job
  -- The noun whose rows it works on.
  add column noun text,
  add column title text,
  -- A trial: everything is done as if, and rolled back.
  add column dry boolean not null default false,
  -- Who may step it: each claim counts up, and a step of an earlier claim changes nothing.
  add column claim int not null default 0,
  -- What was given, sealed; removed when it is done.
  add column file_key text,
  -- It answered what can be read only once, and nobody has read it yet.
  add column answers boolean not null default false;

drop index engine.job_due;
create index job_due on engine.job (planned_at) where state in (0, 1);

drop policy engine on engine.job;
select base.protect('engine.job');
select base.staff_writes('engine.job');

-- Rows that failed, with their reasons, and rows whose answer is shown once. What was given or answered is sealed.
create table engine.job_row (
  job_id bigint not null references engine.job on delete cascade,
  app_id bigint,
  source_id bigint,
  row_no int not null,
  problems jsonb,
  sealed bytea not null,
  primary key (job_id, row_no)
);
select base.protect('engine.job_row');
select base.staff_writes('engine.job_row');

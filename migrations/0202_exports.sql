-- A job that makes a file: the pieces of it in their order, each named before it is stored so that a dead worker leaves
-- none behind unknown. It is offered only by a job that is done.
alter table engine.job
  add column file_parts text[] not null default '{}',
  add column file_bytes bigint;

create index job_file on engine.job (finished_at) where file_parts <> '{}';

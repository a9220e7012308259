-- Documents: a file is kept once a row says that it holds it, and goes when none does; what an organisation keeps is summed.
alter table engine.file
  add column kept boolean not null default false,
  -- Since when it is kept, or is not.
  add column kept_since timestamptz not null default now();

create index file_source on engine.file (source_id) include (bytes);
create index file_unkept on engine.file (kept_since) where kind in ('document', 'content') and not kept;

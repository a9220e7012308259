-- Codes that readers can judge without the platform: signed with a key of the application, whose public half readers store.

create table codes.signing_key (
  id bigint primary key,
  app_id bigint not null,
  source_id bigint not null,
  -- By which codes and readers name it.
  no int not null,
  public_key bytea not null,
  private_key_sealed bytea not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  -- Replaced by another; readers accept what it signed until `ends_at`.
  replaced_at timestamptz,
  ends_at timestamptz
);
create unique index signing_key_no on codes.signing_key (app_id, no);
create unique index signing_key_current on codes.signing_key (app_id) where replaced_at is null;
create index signing_key_source on codes.signing_key (source_id);
select base.protect('codes.signing_key');

-- Of a signed code: its nonce, by which readers are told of a revocation, and how many doors it names.
alter table codes.code add column nonce bytea, add column signed_doors int;
create index code_signed_revoked on codes.code (app_id, valid_to) where nonce is not null and revoked_at is not null;

-- What was said about a scan that the reader numbered: the same scan is judged, and takes a use, once.
create table codes.scan (
  code_id bigint not null references codes.code on delete cascade,
  device_id bigint not null,
  scan_id text not null,
  app_id bigint not null,
  source_id bigint not null,
  verdict jsonb not null,
  at timestamptz not null default now(),
  primary key (code_id, device_id, scan_id)
);
create index scan_app on codes.scan (app_id);
create index scan_source on codes.scan (source_id);
select base.protect('codes.scan');

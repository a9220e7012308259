-- Pictures of events and of answers to commands, besides the one that a passage has in its row; and the upload addresses of
-- those that are too large for a message.
create table devices.picture (
  id bigint primary key,
  source_id bigint not null,
  app_id bigint,
  device_id bigint not null,
  -- Of its event: the event may be stored after its pictures. Of an answer: the time and the id of the command.
  at timestamptz not null,
  key bytea not null,
  -- The parameter that contained it.
  name text not null,
  -- The family of its event; null for the answer to a command.
  family smallint,
  -- The key of the file; null until it was uploaded.
  file text,
  received_at timestamptz not null,
  upload_hash bytea,
  upload_until timestamptz,
  unique (device_id, at, key, name)
);
create unique index picture_file on devices.picture (file) where file is not null;
create unique index picture_upload on devices.picture (upload_hash) where upload_hash is not null;
create index picture_received on devices.picture (received_at);
create index picture_app on devices.picture (app_id);
create index picture_source on devices.picture (source_id);
select base.protect('devices.picture');

-- Those of events that were stored before.
insert into devices.picture (id, source_id, app_id, device_id, at, key, name, family, file, received_at)
select id, source_id, app_id, device_id, at, key, 'photo', family, substr(params ->> 'photo', 6), received_at
from devices.event where params ->> 'photo' like 'file:%' on conflict do nothing;

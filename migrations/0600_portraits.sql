-- Portraits that accounts have taken at a device: who asked, and what the device answered. A row lives for minutes; the picture
-- is a file like one that was uploaded, sealed and of the account that asked.
create table devices.portrait (
  -- The device answers under this number.
  id bigint primary key,
  source_id bigint not null,
  app_id bigint not null,
  device_id bigint not null,
  command_id bigint not null,
  user_id bigint not null,
  asked_at timestamptz not null,
  -- What comes after it is no answer.
  until timestamptz not null,
  -- The identity of the event that answered; null until one did.
  at timestamptz,
  key bytea,
  -- Either of them ends it: the key of the file, or why there is none, in both languages.
  file text,
  problem jsonb
);
-- Two people cannot stand in front of one device.
create unique index portrait_waiting on devices.portrait (app_id, device_id) where file is null and problem is null;
select base.protect('devices.portrait');

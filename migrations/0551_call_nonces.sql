-- Signatures of calls that have counted: each counts once, whichever process it reaches.
create table devices.call_nonce (
  device_id bigint not null,
  digest bytea not null,
  until timestamptz not null,
  primary key (device_id, digest)
);
create index call_nonce_until on devices.call_nonce (until);
select base.protect('devices.call_nonce', true);

-- Addresses that wait for approval are limited for each network, and keep their place while they call.
alter table devices.approval add column network text, add column last_at timestamptz not null default now();
update devices.approval set network = case when address like '%.%.%.%'
    then regexp_replace(regexp_replace(address, '^::ffff:', '', 'i'), '\.[0-9]+$', '')
  else array_to_string((string_to_array(address, ':'))[1:3], ':') end;
alter table devices.approval alter column network set not null;

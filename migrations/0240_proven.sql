-- The state that proves a command may come before the device's word, or instead of it.
alter table devices.command add column proven_at timestamptz;
create index command_proven on devices.command (proven_at) where state = 1 and proven_at is not null;

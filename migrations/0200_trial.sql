-- Devices that the demo plays: those of trials.
alter table devices.device add column simulated boolean not null default false;
create index device_simulated on devices.device (id) where simulated and deleted_at is null;

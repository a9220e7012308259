-- The gateway behind which a device is: it announced the device, or the device came over it last.
alter table devices.device add column gateway_id bigint;
create index device_gateway on devices.device (gateway_id) where gateway_id is not null;

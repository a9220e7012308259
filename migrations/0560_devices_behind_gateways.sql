-- Devices behind a gateway: which models carry others, and over which gateway a session came.
alter table catalog.device_model add column device_kind smallint not null default 0;
alter table devices.session add column gateway_id bigint;
alter table devices.session_log add column gateway_id bigint;
-- A gateway's children are looked up when its list is shown.
create index session_gateway on devices.session (gateway_id) where online and gateway_id is not null;

-- The number of movements that a model is rated for.
alter table catalog.device_model add column rated_cycles integer;

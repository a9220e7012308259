-- Linkage, packages and callbacks are modules of their own: what each owns lies in its schema.
create schema linkage;
create schema packages;
create schema callbacks;
grant usage on schema linkage, packages, callbacks to rt_app, rt_source, rt_scope, rt_platform, rt_engine;

alter table devices.linkage set schema linkage;
alter table linkage.linkage rename to rule;
alter table devices.linkage_run set schema linkage;
alter table linkage.linkage_run rename to run;

alter table devices.apk set schema packages;
alter table devices.apk_upload set schema packages;
alter table packages.apk_upload rename to upload;

alter table applications.callback set schema callbacks;
alter table applications.delivery set schema callbacks;
-- The sequence stands by itself: no column owns it.
alter sequence applications.delivery_place set schema callbacks;

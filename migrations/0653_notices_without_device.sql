-- A notice goes to an account or to a phone, is about a device or about the application, and may lead somewhere.
alter table notices.notice alter column account_id drop not null;
alter table notices.notice alter column device_id drop not null;
-- Of a phone: whose it is, and its number, sealed until the message has ended.
alter table notices.notice add column name text;
alter table notices.notice add column phone_sealed bytea;
-- A path of the console.
alter table notices.notice add column link text;
alter table notices.notice add check (account_id is not null or name is not null);
update notices.notice set link = '/apply/alarm/' || app_id || '?openedAt=all&row=' || origin_id where origin = 'alarm';

-- What forms ask for is always there: where rows of before lack it, it is written as unknown.
update applications.application set industry = 9 where industry is null;
alter table applications.application alter column industry set default 9, alter column industry set not null;
update organisation.agency set phone_masked = '' where phone_masked is null;
alter table organisation.agency alter column phone_masked set not null;
update organisation.supplier set phone_masked = '' where phone_masked is null;
alter table organisation.supplier alter column phone_masked set not null;
update content.leave_message set phone_masked = '' where phone_masked is null;
alter table content.leave_message alter column phone_masked set not null;
update service.ticket set phone_masked = '' where phone_masked is null;
alter table service.ticket alter column phone_masked set not null;

-- Counts travel as numbers: an APK has less than 2 GiB, and a caller is not refused 2^31 times in the days its row is kept.
alter table devices.apk alter column size type integer;
alter table devices.refusal alter column tries type integer;

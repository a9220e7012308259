-- Registrations: who made an organisation by themselves, how long it is on trial, and why one is stopped.
alter table identity.organisation
  -- Told to its people at sign-in.
  add column closed_reason text,
  add column trial_until date;
alter table organisation.agency
  add column registered_at timestamptz,
  -- 1 on trial, 2 a regular customer; null for those that the platform made.
  add column stage smallint,
  add column trial_until date,
  add column regular_at timestamptz;
create index agency_registered on organisation.agency (registered_at desc) where registered_at is not null;

update organisation.agency a set registered_at = a.created_at, stage = 1,
  trial_until = (select p.expires_on from applications.application p where p.source_id = a.id and p.deleted_at is null order by p.id limit 1)
  where a.remark = '自行注册' and a.code = 't' || a.id;
update identity.organisation o set trial_until = a.trial_until from organisation.agency a where a.id = o.id and a.stage = 1;

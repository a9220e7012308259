-- What an agency gets of what is earned, by the day from which it applies. Rows are never changed; of several for one day the last applies.
create table organisation.agency_share (
  id bigint primary key,
  source_id bigint not null references organisation.agency,
  rate numeric(5, 2) not null check (rate between 0 and 100),
  from_on date not null,
  reason text,
  set_by bigint,
  set_by_name text,
  created_at timestamptz not null default now()
);
create index agency_share_from on organisation.agency_share (source_id, from_on desc, id desc);
select base.protect('organisation.agency_share'), base.staff_writes('organisation.agency_share');

update organisation.agency set share_rate = least(100, greatest(0, share_rate)) where share_rate not between 0 and 100;
-- An agency has one share of before at most, so that its own id can be that of the row.
insert into organisation.agency_share (id, source_id, rate, from_on, created_at)
  select id, id, share_rate, coalesce(starts_on, (created_at at time zone 'Asia/Shanghai')::date), created_at
  from organisation.agency where share_rate is not null;

-- Temporary PINs: made by us, for a person or a visitor, at some doors and for some time. The PIN and its duress variant are
-- sealed; their digests keep two PINs of an application apart.
create table codes.pin_order (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null,
  source_id bigint not null,
  kind smallint not null,
  person_id bigint not null references people.person,
  -- Added with the order: the rights given with it end with it.
  visitor boolean not null,
  door_ids bigint[] not null,
  pin_sealed bytea not null,
  pin_index bytea not null,
  duress_index bytea not null,
  valid_from timestamptz,
  valid_to timestamptz not null,
  time_plan_id bigint references access.time_plan,
  most_uses int,
  used int not null default 0,
  last_used_at timestamptz,
  purpose text,
  maker_name text not null,
  -- 1 to be approved · 2 to be delivered · 3 in force · 4 used · 5 expired · 6 revoked · 7 delivery failed
  state smallint not null default 1,
  queued_at timestamptz,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create index pin_order_app on codes.pin_order (app_id, id);
create index pin_order_source on codes.pin_order (source_id);
create index pin_order_person on codes.pin_order (person_id);
create index pin_order_plan on codes.pin_order (time_plan_id);
create index pin_order_end on codes.pin_order (valid_to) where state in (1, 2, 3, 7);
create index pin_order_doors on codes.pin_order using gin (door_ids) where state in (2, 3, 7);
create index pin_order_waiting on codes.pin_order (id) where state in (2, 7);
select base.protect('codes.pin_order');

-- Passages that took a use, each once.
create table codes.pin_use (
  fact_id bigint primary key,
  order_id bigint not null references codes.pin_order on delete cascade,
  app_id bigint not null,
  source_id bigint not null,
  used_at timestamptz not null default now()
);
create index pin_use_order on codes.pin_use (order_id);
create index pin_use_app on codes.pin_use (app_id);
create index pin_use_source on codes.pin_use (source_id);
select base.protect('codes.pin_use');

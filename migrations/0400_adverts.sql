-- Adverts are a module of their own, after devices: what screens of devices show is chosen and counted there.
create schema adverts;
grant usage on schema adverts to rt_app, rt_source, rt_scope, rt_platform, rt_engine;
alter table content.advert set schema adverts;

alter table adverts.advert
  add column category smallint not null default 1,
  add column video jsonb,
  add column brand_id bigint references identity.brand,
  add column device_classes jsonb not null default '[]';
update adverts.advert a set brand_id = b.id from identity.brand b where b.code = a.brand;
alter table adverts.advert drop column brand;

-- Without a row of its own an advert is for every application, and for every device.
create table adverts.advert_application (
  advert_id bigint not null references adverts.advert on delete cascade,
  application_id bigint not null references applications.application,
  primary key (advert_id, application_id)
);
create table adverts.advert_device (
  advert_id bigint not null references adverts.advert on delete cascade,
  device_id bigint not null references devices.device,
  primary key (advert_id, device_id)
);
select base.protect('adverts.advert_application'), base.protect('adverts.advert_device');

-- How often an advert was seen at each of its places.
create table adverts.exposure (
  advert_id bigint not null references adverts.advert on delete cascade,
  position smallint not null,
  views int not null default 0,
  clicks int not null default 0,
  primary key (advert_id, position)
);
select base.protect('adverts.exposure');
insert into adverts.exposure (advert_id, position, views, clicks)
  select id, position, views, clicks from adverts.advert where views > 0 or clicks > 0;

-- Plays as a device counts them, from the instant at which its counter began: a counter that starts again is another row.
create table adverts.play (
  advert_id bigint not null references adverts.advert on delete cascade,
  device_id bigint not null references devices.device,
  since timestamptz not null,
  plays int not null,
  last_at timestamptz not null,
  primary key (advert_id, device_id, since)
);
create index play_device on adverts.play (device_id);
select base.protect('adverts.play');

-- Platform staff hold the documents of rows of the platform, such as the video of an advert; they write nothing else of a file.
grant update (kept, kept_since, noun) on engine.file to rt_platform;
create policy hold_platform on engine.file for update to rt_platform using (kind = 'document') with check (kind = 'document');

-- Programmes for a time without connection, and words that displays never show.

alter table displays.programme add column use smallint not null default 0;
alter table displays.programme add column offline_after_s int;

create table displays.forbidden_word (
  id bigint primary key,
  rev int not null default 1,
  app_id bigint not null,
  source_id bigint not null,
  word text not null,
  remark text,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index forbidden_word_word on displays.forbidden_word (app_id, word);
create index forbidden_word_source on displays.forbidden_word (source_id);
select base.protect('displays.forbidden_word');

create table displays.platform_word (
  id bigint primary key,
  rev int not null default 1,
  word text not null,
  remark text,
  created_at timestamptz not null default now(),
  created_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
create unique index platform_word_word on displays.platform_word (word);
select base.protect('displays.platform_word');

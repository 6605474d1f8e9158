# frozen_string_literal: true

require 'json'
require_relative 'entry'

# Books and what is in them.
module Books
  VERSION = '1.0'

  class Error < StandardError; end

  # A ledger.
  class Ledger < Base
    include Enumerable
    attr_reader :entries

    LIMIT = 10

    def initialize(entries = [])
      @entries = entries
    end

    def self.open(path)
      new(JSON.parse(File.read(path)))
    end

    def each(&block)
      @entries.each do |e|
        block.call(e)
      end
    end

    def empty?
      @entries.empty?
    end

    def <<(entry)
      @entries << entry
      self
    end

    def total(
      currency: 'EUR',
      round: true
    )
      if round
        @entries.sum.round
      else
        @entries.sum
      end
    end

    class << self
      def default
        new
      end
    end

    private

    def check!(entry) = entry.valid?
  end
end

def main
  Books::Ledger.open(ARGV.first)
end
